//! Reading of regular files up to size limits.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, Instant};

use md2_assets::{FileStamp, ReadAs, ReadError, load_image, read_file};
use md2_testdata::TempFolder;

const KINDS: [ReadAs; 8] = [
    ReadAs::Model,
    ReadAs::Image,
    ReadAs::Script,
    ReadAs::SkinFile,
    ReadAs::Shaders,
    ReadAs::Palette,
    ReadAs::Font,
    ReadAs::Text,
];

#[track_caller]
fn refused(path: &Path, expected: &str) {
    for kind in KINDS {
        let start = Instant::now();
        let error = read_file(path, kind).expect_err("the path is not a regular file");
        assert!(start.elapsed() < Duration::from_secs(5), "{kind:?} took {:?}", start.elapsed());
        assert_eq!(error.reason(), expected, "{kind:?}");
        assert_eq!(error.path(), path);
        assert!(error.to_string().contains(&path.display().to_string()), "{error}");
    }
    assert_eq!(FileStamp::read(path), None, "no stamp");
}

#[cfg(unix)]
#[test]
fn rejects_pipes_sockets_devices_and_folders_at_once() {
    let folder = TempFolder::from_list("folder/file");
    let made = std::process::Command::new("mkfifo").arg(folder.path("pipe.png")).status();
    assert!(made.expect("mkfifo is there").success());
    refused(&folder.path("pipe.png"), "it is a pipe, expected a file");
    let _socket = std::os::unix::net::UnixListener::bind(folder.path("socket")).expect("a short path");
    refused(&folder.path("socket"), "it is a socket, expected a file");
    std::os::unix::fs::symlink("/dev/zero", folder.path("zero.tga")).expect("links can be made");
    refused(&folder.path("zero.tga"), "it is a device, expected a file");
    std::os::unix::fs::symlink("pipe.png", folder.path("link.png")).expect("links can be made");
    refused(&folder.path("link.png"), "it is a pipe, expected a file");
    refused(&folder.path("folder"), "it is a folder, expected a file");
    std::os::unix::fs::symlink("nowhere", folder.path("dangling")).expect("links can be made");
    refused(&folder.path("dangling"), "there is no such file");
    std::os::unix::fs::symlink("round", folder.path("round")).expect("links can be made");
    assert!(matches!(read_file(&folder.path("round"), ReadAs::Text), Err(ReadError::System(..))));
    assert!(load_image(&folder.path("pipe.png")).is_err());
}

#[cfg(unix)]
#[test]
fn reports_missing_permission() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempFolder::from_list("secret");
    let path = folder.path("secret");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("the test owns the file");
    if File::open(&path).is_ok() {
        println!("skipped: this user can read all files");
        return;
    }
    let error = read_file(&path, ReadAs::Text).expect_err("the file has no read permission");
    assert!(matches!(error, ReadError::System(..)), "{error}");
}

#[test]
fn enforces_the_limit_of_each_use() {
    let folder = TempFolder::from_list("long");
    let path = folder.path("long");
    for kind in KINDS {
        let file = File::create(&path).expect("files can be made");
        // A sparse file takes no disk space.
        file.set_len(kind.max_bytes() + 1).expect("files can have holes");
        let error = read_file(&path, kind).expect_err("the file is too long");
        let most = kind.max_bytes();
        assert!(matches!(error, ReadError::TooLong(_, allowed) if allowed == most), "{error}");
    }
    let file = File::create(&path).expect("files can be made");
    file.set_len(ReadAs::Text.max_bytes()).expect("files can have holes");
    let content = read_file(&path, ReadAs::Text).expect("the file has the largest allowed length");
    assert_eq!(content.bytes.len(), 64 << 10);
    assert_eq!(FileStamp::read(&path), Some(content.stamp));
}

#[test]
fn a_changed_file_has_another_stamp() {
    let folder = TempFolder::from_list("a");
    let path = folder.path("a");
    let first = read_file(&path, ReadAs::Text).expect("the file exists").stamp;
    assert_eq!(FileStamp::read(&path), Some(first));
    folder.write("a", b"longer");
    let second = read_file(&path, ReadAs::Text).expect("the file exists").stamp;
    assert_ne!(first, second);
    // Another file with the same length is renamed to this path.
    folder.write("b", b"LONGER");
    fs::rename(folder.path("b"), &path).expect("files can be renamed");
    if cfg!(unix) {
        assert_ne!(FileStamp::read(&path), Some(second));
    }
    fs::remove_file(&path).expect("the file exists");
    assert_eq!(FileStamp::read(&path), None);
}
