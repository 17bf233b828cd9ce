# --- pkg/arguments.py before
def add_router_args(parser):
    parser.add_argument("--router-top-k", type=int, help="Experts of each token.")
    parser.add_argument("--router-bias", action="store_true", help="Give the router a bias.")
    parser.add_argument("--router-dtype", type=str, help="Type of the router.")
    parser.add_argument("--expert-dropout", type=float, help="Dropout of experts.")
    parser.add_argument("--lr-decay-style", type=str, help="How the rate decays.")
    parser.add_argument("--old_name", type=int, help="Size of groups.")
    return parser
# --- pkg/arguments.py after
def add_router_args(parser):
    parser.add_argument("--router-top-k", type=int, help="Experts of each token.")
    parser.add_argument("--router-bias", action="store_true", help="Give the router a bias.")
    parser.add_argument("--router-dtype", type=str, help="Type of the router.")
    parser.add_argument("--expert-dropout", type=float, help="Dropout of experts.")
    parser.add_argument("--lr-decay-style", type=str, help="How the rate decays.")
    parser.add_argument("--old_name", type=int, default=3, help="Groups.")  # silent: was there before
    parser.add_argument("--ur", action="store_true", help="Update the router.")  # expect: unclear-flag-name
    parser.add_argument("--top_p", type=float, help="Mass of samples.")  # expect: unclear-flag-name
    parser.add_argument("-g", "--num_groups", type=int, help="Groups.")  # expect: unclear-flag-name
    parser.add_argument("--lr", type=float, help="Learning rate.")  # silent: known from --lr-decay-style
    parser.add_argument("--tp", type=int, help="Ranks of a layer.")  # silent: the code speaks of it
    parser.add_argument("--out", type=str, help="Where results go.")  # silent: a plain word
    parser.add_argument("-q", "--quantised", action="store_true", help="Use int8.")  # silent: has a long form
    parser.add_argument("--group-size", "--group_size", type=int, help="Size.")  # silent: an alias
    return parser
# --- pkg/serve.py
def add_serve_args(parser):
    parser.add_argument("--max_batch", type=int, help="Requests of a batch.")  # expect: unclear-flag-name
    parser.add_argument("-t", type=int, help="Threads of the server.")  # silent: a short option by design
# --- tools/convert.py before
def add_convert_args(parser):
    parser.add_argument("--in_dir", type=str, help="Where to read.")
    parser.add_argument("--out_dir", type=str, help="Where to write.")
    parser.add_argument("--shard_size", type=int, help="Bytes of a shard.")
    parser.add_argument("--num_workers", type=int, help="Processes.")
    parser.add_argument("--model_type", type=str, help="Kind of model.")
# --- tools/convert.py after
def add_convert_args(parser):
    parser.add_argument("--in_dir", type=str, help="Where to read.")
    parser.add_argument("--out_dir", type=str, help="Where to write.")
    parser.add_argument("--shard_size", type=int, help="Bytes of a shard.")
    parser.add_argument("--num_workers", type=int, help="Processes.")
    parser.add_argument("--model_type", type=str, help="Kind of model.")
    parser.add_argument("--target_type", type=str, help="Kind of result.")  # silent: as its siblings
# --- pkg/train_arguments.py unchanged
def add_train_args(parser):
    parser.add_argument("--micro-batch-size", type=int, help="Samples of a step.")
    parser.add_argument("--global-batch-size", type=int, help="Samples of an update.")
    parser.add_argument("--train-iters", type=int, help="Updates.")
    parser.add_argument("--weight-decay", type=float, help="Decay of weights.")
    parser.add_argument("--clip-grad", type=float, help="Norm of gradients.")
    parser.add_argument("--adam-eps", type=float, help="Keeps the denominator from zero.")
# --- pkg/a.py unchanged
tp = 1
# --- pkg/b.py unchanged
tp = 2
# --- pkg/c.py unchanged
tp = 3
