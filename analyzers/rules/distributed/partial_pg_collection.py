from megatron.core.process_groups_config import ProcessGroupCollection
from megatron.core.utils import get_pg_rank, get_pg_size


class Embedding:
    def __init__(self, config, pg_collection=None):
        if pg_collection is None:
            pg_collection = ProcessGroupCollection.use_mpu_process_groups(required_pgs=["tp", "cp"])
        self.pg_collection = pg_collection
        self.stage = get_pg_rank(pg_collection.pp)  # expect: partial-pg-collection
        self.tp_size = get_pg_size(pg_collection.tp)  # silent: in the list

    def forward(self, x):
        # silent: reported at the first read
        last = get_pg_size(self.pg_collection.pp) - 1
        if self.pg_collection.embd is not None:
            return self.reduce(x, self.pg_collection.embd)  # silent: tested for None
        return x, last


class TiedEmbedding(Embedding):
    def backward(self, x):
        return self.reduce(x, self.pg_collection.dp_cp)  # expect: partial-pg-collection


class Router:
    def __init__(self, config):
        self.groups = ProcessGroupCollection.use_mpu_process_groups(required_pgs=['ep'])

    def forward(self, x):
        return x.chunk(get_pg_size(self.groups.expt_tp))  # expect: partial-pg-collection


class Complete:
    def __init__(self, config):
        pg_collection = ProcessGroupCollection.use_mpu_process_groups()
        self.stage = get_pg_rank(pg_collection.pp)  # silent: built with all groups


class Computed:
    def __init__(self, config, names):
        pg_collection = ProcessGroupCollection.use_mpu_process_groups(required_pgs=names)
        self.stage = get_pg_rank(pg_collection.pp)  # silent: the list is not known


class Filled:
    def __init__(self, config, pp_group):
        pgs = ProcessGroupCollection.use_mpu_process_groups(required_pgs=["tp"])
        pgs.pp = pp_group  # silent: set, not read
        self.names = pgs.describe()  # silent: not a group


def build():
    pgs = ProcessGroupCollection.use_mpu_process_groups(required_pgs=["tp"])
    return pgs.tp  # silent: no class
