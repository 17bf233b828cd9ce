# --- pkg/__init__.py unchanged
# --- pkg/models.py unchanged
class Gpt:
    def forward(self, input_ids, position_ids, labels=None, packed=None, loss_mask=None):
        return labels, loss_mask


class Hybrid:
    def forward(self, input_ids, position_ids, labels=None, packed=None, *, loss_mask=None):
        return labels, loss_mask


class Classifier:
    def forward(self, pixels, labels=None, weights=None):
        return labels, weights
# --- pkg/wrapper.py
class Wrapper:
    def forward(self, input_ids, position_ids, labels, loss_mask):
        output = self.language_model(  # expect: loss-mask-not-forwarded
            input_ids=input_ids,
            position_ids=position_ids,
            labels=labels,
        )
        return output, loss_mask

    def forward_sharded(self, input_ids, position_ids, batch, packed):
        labels, loss_mask = self.shard(batch)
        output = self.model(  # expect: loss-mask-not-forwarded
            input_ids=input_ids, position_ids=position_ids, labels=labels, packed=packed
        )
        return output, loss_mask

    def forward_last(self, position_ids, labels, loss_mask):
        return self.decoder(  # expect: loss-mask-not-forwarded
            input_ids=None, position_ids=position_ids, labels=labels
        )

    def forward_both(self, input_ids, position_ids, labels, loss_mask):
        return self.model(  # silent: the mask goes along
            input_ids=input_ids, position_ids=position_ids, labels=labels, loss_mask=loss_mask
        )

    def forward_without(self, input_ids, position_ids, labels):
        return self.model(  # silent: there is no mask here
            input_ids=input_ids, position_ids=position_ids, labels=labels
        )

    def forward_later(self, input_ids, position_ids, labels):
        output = self.model(  # silent: the mask is made of what comes out
            input_ids=input_ids, position_ids=position_ids, labels=labels
        )
        loss_mask = output > 0
        return output, loss_mask

    def classify(self, pixels, labels, weights, loss_mask):
        return self.head(  # silent: such a model takes no mask
            pixels=pixels, labels=labels, weights=weights
        )

    def forward_unlabelled(self, input_ids, position_ids, loss_mask):
        return self.model(  # silent: nothing is learned here
            input_ids=input_ids, position_ids=position_ids, labels=None
        )

    def forward_options(self, input_ids, labels, loss_mask, options):
        return self.model(input_ids=input_ids, labels=labels, **options)  # silent: may be in there
