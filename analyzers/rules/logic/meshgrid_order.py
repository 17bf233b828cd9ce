import torch


def positions(height, width):
    ys = torch.arange(height)
    xs = torch.arange(width)
    grid_y, grid_x = torch.meshgrid(ys, xs, indexing="xy")  # expect: meshgrid-order
    return torch.stack((grid_y, grid_x), -1).flatten(0, 1)


def of_ranges(h, w):
    grid = torch.meshgrid(torch.arange(h), torch.arange(w), indexing="xy")  # expect: meshgrid-order
    return grid


def of_a_list(y_coords, x_coords):
    return torch.meshgrid([y_coords, x_coords], indexing="xy")  # expect: meshgrid-order


def columns_first(xs, ys):
    return torch.meshgrid(xs, ys, indexing="xy")  # silent: the columns come first


def of_a_matrix(ys, xs):
    return torch.meshgrid(ys, xs, indexing="ij")  # silent: the rows come first


def unnamed(a, b):
    return torch.meshgrid(a, b, indexing="xy")  # silent: who knows what they are


def three(zs, ys, xs):
    return torch.meshgrid(zs, ys, xs, indexing="xy")  # silent: three axes


def chosen(ys, xs, indexing):
    return torch.meshgrid(ys, xs, indexing=indexing)  # silent: the caller says it
