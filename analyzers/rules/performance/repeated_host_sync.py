def twice(loss, history, norm):
    history.append(loss.item())
    history.append(norm.item())
    return loss.item()  # expect: repeated-host-sync


def changed_between(loss, scale):
    a = loss.item()
    loss = loss * scale
    b = loss.item()
    loss.mul_(scale)
    c = loss.item()
    scale.update(loss)
    return a, b, c, loss.item()


def either_branch(loss, flag):
    if flag:
        return loss.item()
    else:
        return loss.item()


def nested(loss, flag, history):
    value = loss.item()
    if flag:
        history.append(loss.item())  # expect: repeated-host-sync
    return value


def host_values(rows_cpu):
    return rows_cpu[0].item(), rows_cpu[0].item()


class Meter:
    def read(self):
        first = self.total.item()
        self.total.zero_()
        return first, self.total.item()
