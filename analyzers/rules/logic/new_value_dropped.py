import torch


def heads(query, size, names):
    query.transpose(0, 1).reshape(size, -1)  # expect: new-value-dropped
    sorted(names, key=len)  # expect: new-value-dropped
    torch.cat([query, query])  # expect: new-value-dropped
    "a,b".replace(",", " ")  # expect: new-value-dropped
    return query


def careful(query, size, names, path):
    query.transpose()  # silent: a method of whatever `query` is
    query.reshape(size)  # silent: nobody says that it is a tensor
    list(map(print, names))  # silent: runs the iterator
    int(size)  # silent: fails for what is no number
    torch.cat([query, query], out=size)  # silent: writes into `out`
    path.replace(size)  # silent: a file is renamed
    query = query.transpose(0, 1).reshape(size, -1)  # silent: assigned
    try:
        torch.cat([query, query])  # silent: somebody waits for what it raises
    except RuntimeError:
        pass
    return query
