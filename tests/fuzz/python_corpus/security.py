import hashlib, pickle, subprocess, tempfile, random, yaml
password = "correct-horse-battery"
API_KEY = 'not-a-real-key-0123456789abcdef'
subprocess.run("ls " + input(), shell=True)
pickle.loads(open(tempfile.mktemp()).read())
yaml.load(eval(exec("1")))
hashlib.md5(random.random())
def test_nothing(): assert True or x == x
