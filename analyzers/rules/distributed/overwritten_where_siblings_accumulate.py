# --- pkg/__init__.py unchanged
# --- pkg/moe.py unchanged
def track_moe(losses, total_loss_dict, running_sums):
    for name, loss in losses.items():
        if name in total_loss_dict:
            total_loss_dict[name] += loss
        else:
            total_loss_dict[name] = loss
        running_sums[name] += loss
# --- pkg/mtp.py
def track_mtp(losses, writer, total_loss_dict=None):
    for i, loss in enumerate(losses):
        name = f"mtp_{i} loss"
        if total_loss_dict is not None:
            total_loss_dict[name] = loss  # expect: overwritten-where-siblings-accumulate
        writer.add_scalar(name, loss)


class Helper:
    @staticmethod
    def track(values, running_sums):
        for name, value in values:
            running_sums[name] = value / 2  # expect: overwritten-where-siblings-accumulate


def track_z(name, loss, total_loss_dict):
    total_loss_dict[name] = loss.detach()  # expect: overwritten-where-siblings-accumulate


def track_by_get(name, loss, total_loss_dict):
    total_loss_dict[name] = total_loss_dict.get(name, 0) + loss  # silent: adds to what is there


def track_new(name, loss, total_loss_dict):
    if name not in total_loss_dict:
        total_loss_dict[name] = loss  # silent: only where nothing is there


def note_step(iteration, total_loss_dict):
    total_loss_dict["iteration"] = iteration  # silent: a fixed entry


def keep_latest(name, loss, latest_losses):
    latest_losses[name] = loss  # silent: no total


def alone(name, loss, total_tokens):
    total_tokens[name] = loss  # silent: nobody adds to such a dictionary
