"""A real nginx in front of several processes, with ``deploy/nginx.conf`` itself: only names, ports and certificates
are this machine's. It needs no root, and keeps everything in a folder of its own.
"""

import datetime
import ipaddress
import os
import random
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

WRITTEN = Path(__file__).parents[2] / "deploy" / "nginx.conf"
HOST = "127.0.0.1"
_PATIENCE = 30.0
_PORTS = range(20_000, 32_000)  # which no connection is given by itself: they are free again when a proxy comes back
# What the system's own nginx.conf says around the files of its conf.d.
_AROUND = """\
daemon off;
pid {folder}/nginx.pid;
error_log stderr;
{user}worker_processes 2;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  include {folder}/site.conf;
}}
"""


class Proxy:
    """``address`` is known from the beginning: the processes behind it must be told."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._plain, self._port = _free_ports(2)
        self.plain_address, self.address = f"http://{HOST}:{self._plain}", f"https://{HOST}:{self._port}"
        _write_certificate(folder)
        self.trust = ssl.create_default_context(cafile=str(folder / "certificate.pem"))
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def settings(self) -> dict[str, str]:
        """What the processes behind it must know."""
        return {"LUDARIUM_ORIGINS": self.address, "LUDARIUM_TRUSTED_PROXIES": HOST}

    def configure(self, addresses: Sequence[str]) -> None:
        """Write its files for the processes at these two addresses."""
        ports = [address.rpartition(":")[2] for address in addresses]
        user = "user root;\n" if os.geteuid() == 0 else ""
        (self._folder / "nginx.conf").write_text(_AROUND.format(folder=self._folder, user=user), encoding="utf-8")
        written = WRITTEN.read_text(encoding="utf-8")
        for pattern, ours, count in (
            (r"127\.0\.0\.1:8765", f"{HOST}:{ports[0]}", 1),
            (r"127\.0\.0\.1:8766", f"{HOST}:{ports[1]}", 1),
            (r"listen 80;", f"listen {HOST}:{self._plain};", 1),
            (r"listen 443 ", f"listen {HOST}:{self._port} ", 1),
            (r" *listen \[::\]:.*\n", "", 2),  # not every machine has IPv6
            (r"/etc/letsencrypt/live/games\.example/fullchain\.pem", f"{self._folder}/certificate.pem", 1),
            (r"/etc/letsencrypt/live/games\.example/privkey\.pem", f"{self._folder}/key.pem", 1),
            (r"games\.example", HOST, 2),
        ):
            written, found = re.subn(pattern, lambda _, ours=ours: ours, written)  # type: ignore[misc]
            assert found == count, f"{WRITTEN} has {pattern} {found} times"
        (self._folder / "site.conf").write_text(written, encoding="utf-8")

    def start(self) -> None:
        program = shutil.which("nginx", path=os.pathsep.join([os.environ["PATH"], "/usr/sbin", "/usr/local/sbin"]))
        assert program, "The tests need nginx. Install it, for example with: sudo apt install nginx-light"
        command = [program, "-p", str(self._folder), "-c", str(self._folder / "nginx.conf"), "-e", "stderr"]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            assert self._process.poll() is None, (self._folder / "log").read_text(encoding="utf-8")
            with socket.socket() as knocking:
                if knocking.connect_ex((HOST, self._port)) == 0:
                    return
            time.sleep(0.01)
        raise AssertionError((self._folder / "log").read_text(encoding="utf-8"))

    def kill(self) -> None:
        """``kill -9``, its workers, too: they would serve on without it."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        assert self._process is not None
        os.killpg(self._process.pid, how)
        self._process.wait(_PATIENCE)


def _free_ports(count: int) -> list[int]:
    found: list[int] = []
    for port in random.Random().sample(_PORTS, 1_000):
        with socket.socket() as trying:
            if trying.connect_ex((HOST, port)) != 0:  # nobody is there
                found.append(port)
        if len(found) == count:
            return found
    raise AssertionError("no port is free")


def _write_certificate(folder: Path) -> None:
    """Of this machine, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Ludarium's tests")])
    today = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - datetime.timedelta(days=1))
        .not_valid_after(today + datetime.timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(HOST))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    kind = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "key.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, *kind))
