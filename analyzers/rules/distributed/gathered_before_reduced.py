class Trainer:
    def count_tokens(self, inputs):
        # expect: gathered-before-reduced
        return self.accelerator.gather_for_metrics(inputs["attention_mask"]).sum().item()

    def log(self, policy_logits):
        # expect: gathered-before-reduced
        return self.accelerator.gather_for_metrics(policy_logits).detach().mean().item()

    def count_labels(self, accelerator, batch):
        labels = batch["labels"]
        return accelerator.gather(labels).float().mean()  # expect: gathered-before-reduced

    def right(self, inputs):
        # silent: one number per rank
        return self.accelerator.gather_for_metrics(inputs["attention_mask"].sum()).sum()

    def of_lengths(self, completion_mask):
        completion_mask = completion_mask.sum(1)
        return self.accelerator.gather(completion_mask).sum()  # silent: one number per sequence

    def of_padded(self, logits):
        logits = self.accelerator.pad_across_processes(logits, dim=1)
        return self.accelerator.gather(logits).mean()  # silent: made equally long

    def of_losses(self, losses):
        return self.accelerator.gather(losses).mean()  # silent: nothing says that it is per token

    def of_rows(self, inputs):
        # silent: gathered as a whole, and used so
        return self.accelerator.gather(inputs["input_ids"])

    def own(self, index, labels):
        return labels.gather(1, index).sum()  # silent: a tensor's own method
