// Stands for @kubernetes-models/validate, of which the validators need these formats alone; they
// call functions, and test the expression of quantities.

const isWhole = (bits) => (value) => Number.isInteger(value) && Math.abs(value) <= 2 ** (bits - 1);

export const formats = {
  'date-time': { validate: (value) => !Number.isNaN(Date.parse(value)) },
  byte: { validate: (value) => /^[A-Za-z0-9+/]*={0,2}$/.test(value) },
  double: { validate: Number.isFinite },
  int32: { validate: isWhole(32) },
  int64: { validate: isWhole(64) },
  quantity: { validate: /^[+-]?[0-9.]+([KMGTPE]i|[mkMGTPE]|[eE][+-]?[0-9]+)?$/ },
};
