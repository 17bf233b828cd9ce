# === Mappings of all kinds.
# --- configs/a.yaml
optimizer:
  lr: 0.1
  betas: {first: 0.9, second: 0.95, first: 0.99}  # expect: duplicate-yaml-key
  lr: 0.2  # expect: duplicate-yaml-key
scheduler:
  lr: 0.1  # silent: another mapping
same:
  lr: 0.1
  lr: 0.1  # silent: nothing is lost
list:
  - name: a
  - name: a  # silent: each item is a mapping
base: &base
  x: 1
one:
  <<: *base
  <<: *base  # silent: merge keys
two:
  <<: *base
  x: 2  # silent: it replaces what is merged
---
optimizer: 1  # silent: another document
"a b": 1
a b: 2  # expect: duplicate-yaml-key
# --- templates/b.yaml
{% if x %}
key: 1
{% else %}
key: 2
{% endif %}
# silent: a template
# --- configs/old.yaml before
a: 1
a: 2
b: 3
# --- configs/old.yaml after
a: 1
a: 2
b: 4
# silent: the change leaves both alone
