"""A worker for BuildGrid: it asks the server for leases on actions, does them in a folder
of their own, one at a time, and gives the results back. The stubs are those of the
package buildgrid, which has a server and no worker.

usage: bot.py HOST:PORT INSTANCE NAME READY

It makes the file READY once the server knows of it.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import time

import grpc
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as re
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2_grpc as re_grpc
from buildgrid._protos.google.bytestream import bytestream_pb2, bytestream_pb2_grpc
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2, bots_pb2_grpc

channel = grpc.insecure_channel(sys.argv[1])
instance, name = sys.argv[2], sys.argv[3]
store = re_grpc.ContentAddressableStorageStub(channel)
stream = bytestream_pb2_grpc.ByteStreamStub(channel)
programs = {}  # files that are large, by hash: actions have links to them


def patiently(call):
    """Calls until the server isn't busy."""
    for _ in range(200):
        try:
            return call()
        except grpc.RpcError as e:
            if e.code() not in (grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.UNAVAILABLE):
                raise
            time.sleep(0.05)
    sys.exit("the server is always busy")


def fetch(digest):
    if digest.size_bytes == 0:
        return b""
    resource = f"{instance}/blobs/{digest.hash}/{digest.size_bytes}"
    data = patiently(lambda: b"".join(r.data for r in stream.Read(bytestream_pb2.ReadRequest(resource_name=resource))))
    assert hashlib.sha256(data).hexdigest() == digest.hash
    return data


def put(data):
    digest = re.Digest(hash=hashlib.sha256(data).hexdigest(), size_bytes=len(data))
    request = re.BatchUpdateBlobsRequest(instance_name=instance)
    request.requests.add(digest=digest, data=data)
    for r in patiently(lambda: store.BatchUpdateBlobs(request)).responses:
        assert r.status.code == 0, r.status.message
    return digest


def lay(digest, folder):
    """Makes the files of an input root."""
    os.makedirs(folder, exist_ok=True)
    d = re.Directory.FromString(fetch(digest))
    for f in d.files:
        path = os.path.join(folder, f.name)
        if f.digest.size_bytes > 1 << 20:
            kept = programs.get(f.digest.hash)
            if kept is None:
                kept = programs[f.digest.hash] = os.path.join(home, f.digest.hash)
                with open(kept, "wb") as out:
                    out.write(fetch(f.digest))
                os.chmod(kept, 0o755 if f.is_executable else 0o644)
            os.link(kept, path)
            continue
        with open(path, "wb") as out:
            out.write(fetch(f.digest))
        if f.is_executable:
            os.chmod(path, 0o755)
    for sub in d.directories:
        lay(sub.digest, os.path.join(folder, sub.name))


def tree(folder, children):
    """Uploads a folder's files, and lists the folders below."""
    d = re.Directory()
    for entry in sorted(os.scandir(folder), key=lambda e: e.name):
        if entry.is_dir():
            child = tree(entry.path, children)
            children.append(child)
            d.directories.add(name=entry.name, digest=put(child.SerializeToString()))
        else:
            with open(entry.path, "rb") as f:
                d.files.add(name=entry.name, digest=put(f.read()))
    return d


def execute(action):
    result = re.ActionResult()
    command = re.Command.FromString(fetch(action.command_digest))
    with tempfile.TemporaryDirectory(dir=home) as root:
        lay(action.input_root_digest, root)
        work = os.path.join(root, command.working_directory)
        env = {v.name: v.value for v in command.environment_variables}
        done = subprocess.run(list(command.arguments), cwd=work, env=env, capture_output=True, timeout=action.timeout.seconds or None)
        result.exit_code = done.returncode
        result.stdout_raw, result.stderr_raw = done.stdout, done.stderr
        for out in command.output_paths:
            path = os.path.join(work, out)
            if os.path.isdir(path):
                children = []
                top = tree(path, children)
                result.output_directories.add(path=out, tree_digest=put(re.Tree(root=top, children=children).SerializeToString()))
            elif os.path.isfile(path):
                with open(path, "rb") as f:
                    result.output_files.add(path=out, digest=put(f.read()))
    result.execution_metadata.worker = name
    return result


bots = bots_pb2_grpc.BotsStub(channel)
session = bots_pb2.BotSession(bot_id=name, status=bots_pb2.OK)
session.worker.devices.add(handle=name)
with tempfile.TemporaryDirectory() as home:
    session = patiently(lambda: bots.CreateBotSession(bots_pb2.CreateBotSessionRequest(parent=instance, bot_session=session)))
    open(sys.argv[4], "w").close()
    while True:
        idle = True
        for lease in session.leases:
            if lease.state == bots_pb2.PENDING:
                lease.state = bots_pb2.ACTIVE
                idle = False
            elif lease.state == bots_pb2.ACTIVE:
                action = re.Action()
                if not lease.payload.Unpack(action):
                    digest = re.Digest()
                    lease.payload.Unpack(digest)
                    action.ParseFromString(fetch(digest))
                lease.result.Pack(execute(action))
                lease.state = bots_pb2.COMPLETED
                idle = False
        if idle:
            time.sleep(0.02)
        session = patiently(lambda: bots.UpdateBotSession(bots_pb2.UpdateBotSessionRequest(name=session.name, bot_session=session)))
