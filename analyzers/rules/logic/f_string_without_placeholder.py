def report(step, loss):
    print(f"training is done")  # expect: f-string-without-placeholder
    print(F"done")  # expect: f-string-without-placeholder
    print(rf"\d+")  # expect: f-string-without-placeholder
    print(f"{{literal}}")  # expect: f-string-without-placeholder
    print(f"step {step}")  # silent: has a placeholder
    # silent: a neighbour of the same text has it
    print(
        f"training is done "
        f"at step {step}"
    )
    print("done")  # silent: no prefix
    print(f"{loss:.3f}")  # silent: with a format
    print(f"")  # noqa: F541  # silent: on purpose, says the comment
    print(r"\d{3}")  # silent: raw only
