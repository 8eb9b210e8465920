"""Builds and tests the module and the extension. `cargo xtask python` and `cargo xtask blender` run this program.

    python3 tasks.py FOLDER python            build the wheel, install it in a virtual environment, and test it
    python3 tasks.py FOLDER blender [--test]  pack the extension; with --test, test it in three versions of Blender

With --target TARGET, such as x86_64-pc-windows-gnu, both build for another system, and test nothing.
FOLDER receives the wheel, the environments and the zip. What cannot be had is named as NOT CHECKED.
"""

import os
import re
import shutil
import subprocess
import sys
import zipfile

CRATE = os.path.dirname(os.path.abspath(__file__))
# The versions of Blender's module in which the extension is tested, each with the Python that it needs.
BLENDERS = (("bpy==4.2.*", "python3.11"), ("bpy==5.0.*", "python3.11"), ("bpy==5.3.*", "python3.13"))
PLATFORMS = (("win_amd64", "windows-x64"), ("macosx.*arm64", "macos-arm64"), ("macosx", "macos-x64"), ("", "linux-x64"))


def main(folder, command, *arguments):
    target = arguments[1] if len(arguments) == 2 and arguments[0] == "--target" else None
    if command not in {"python", "blender"} or (target is None and arguments not in {(), ("--test",)}):
        sys.exit(__doc__)
    os.makedirs(folder, exist_ok=True)
    tools = environment(os.path.join(folder, "tools"), "python3", ["maturin>=1.9,<2", "pytest", "numpy"])
    if tools is None:
        return
    wheel = build_wheel(folder, tools, target)
    if command == "python":
        if target is None:
            test(tools, wheel, "pytest")
        print(f"the wheel is {wheel}")
        return
    pack(folder, wheel)
    for package, program in BLENDERS if arguments == ("--test",) else ():
        name = re.sub("[=*]", "", package).rstrip(".")
        python = environment(os.path.join(folder, name), program, [package, "pytest"])
        if python is not None:
            print(f"testing with {package}", flush=True)
            test(python, wheel, os.path.join("blender", "tests"))


def run(*command, **options):
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, **options)


def install(python, *packages):
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)


def environment(folder, program, packages):
    """Makes a virtual environment with packages. Returns its Python; `None` if it cannot be made."""
    python = os.path.join(folder, "bin", "python")
    try:
        if not os.path.exists(python):
            run(program, "-m", "venv", folder)
        install(python, *packages)
    except (OSError, subprocess.CalledProcessError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        print(f"NOT CHECKED: {packages[0]} with {program} ({error})", flush=True)
        return None
    return python


def build_wheel(folder, python, target):
    wheels = os.path.join(folder, "wheels", target or "")
    # An old wheel of another version must not be packed.
    shutil.rmtree(wheels, ignore_errors=True)
    maturin = os.path.join(os.path.dirname(python), "maturin")
    environ = {**os.environ, "CARGO_TARGET_DIR": folder}
    system = ["--target", target] if target else ["--interpreter", python]
    run(maturin, "build", "--release", "--locked", "--out", wheels, *system, cwd=CRATE, env=environ)
    return next(os.path.join(wheels, name) for name in os.listdir(wheels) if name.endswith(".whl"))


def test(python, wheel, tests):
    install(python, "--force-reinstall", "--no-deps", wheel)
    environ = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", ".", cwd=os.path.join(CRATE, tests), env=environ)


def pack(folder, wheel):
    """Writes the extension as a zip that Blender installs from disk. The manifest names the wheel and its platform."""
    source = os.path.join(CRATE, "blender")
    name = os.path.basename(wheel)
    platform = next(platform for pattern, platform in PLATFORMS if re.search(pattern, name))
    archive = os.path.join(folder, f"quake_models-{platform}.zip")
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for entry in sorted(os.listdir(source)):
            path = os.path.join(source, entry)
            if entry == "blender_manifest.toml":
                with open(path, encoding="utf-8") as file:
                    text = file.read()
                text = text.replace("platforms = []", f'platforms = ["{platform}"]')
                packed.writestr(entry, text.replace("wheels = []", f'wheels = ["./wheels/{name}"]'))
            elif os.path.isfile(path):
                packed.write(path, entry)
        packed.write(wheel, f"wheels/{name}")
    print(f"install {archive} from disk")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except subprocess.CalledProcessError as failure:
        sys.exit(str(failure))
