def three_losses(output, aux, mtp, scale, cp_group_size, num_microbatches):
    output *= cp_group_size
    output /= num_microbatches
    aux.set_loss_scale(scale / num_microbatches)  # expect: scale-misses-axis-of-sibling
    mtp.set_loss_scale(scale * cp_group_size / num_microbatches)
    return output


def through_names(aux, mtp, scale, cp_size, num_microbatches):
    factor = cp_size if cp_size is not None else 1
    per_step = scale * factor / num_microbatches
    mtp.set_loss_scale(per_step)
    aux.set_loss_scale(scale / num_microbatches)  # expect: scale-misses-axis-of-sibling


class Steps:
    def scale(self, loss, aux):
        loss *= self.tp_group.size()
        loss /= self.accumulation_steps
        aux /= self.accumulation_steps  # expect: scale-misses-axis-of-sibling
        return loss + aux


def same_factors(output, aux, scale, cp_size, num_microbatches):
    output *= cp_size
    output /= num_microbatches
    aux.set_loss_scale(scale * cp_size / num_microbatches)  # silent: the same factors
    return output


def counted_otherwise(output, tokens, aux, scale, cp_size, num_microbatches, is_mean):
    if is_mean:
        output /= tokens
        output /= num_microbatches  # silent: a mean over tokens of all ranks
    else:
        output *= cp_size
        output /= num_microbatches
    aux.set_loss_scale(scale * cp_size / num_microbatches)
    return output


def decided(output, scale, cp_size, num_microbatches):
    if cp_size > 1:
        output.set_loss_scale(scale * cp_size / num_microbatches)
    if cp_size == 1:
        output.set_loss_scale(scale / num_microbatches)  # silent: the condition names the axis
    return output


def none_has_it(output, aux, scale, num_microbatches):
    output /= num_microbatches
    aux.set_loss_scale(scale / num_microbatches)  # silent: no sibling has another factor
    return output


def logged(output, seen, cp_size, num_microbatches):
    output *= cp_size
    output /= num_microbatches
    seen.append(output / num_microbatches)  # silent: no loss is scaled by append
    return output


def two_axes(output, aux, scale, cp_size, tp_size, num_microbatches):
    output *= cp_size * tp_size
    output /= num_microbatches
    aux.set_loss_scale(scale / num_microbatches)  # silent: differs by more than one axis
    return output
