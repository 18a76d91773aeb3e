//! The folder in which a listed peer runs, and the folder with the adapters of this program.
//!
//! Other users must not be able to change the programs in these folders. So only the owner can access the folders below
//! the cache. Every folder above them must belong to the owner or root, and other users must not be able to write to
//! it, except in sticky folders such as `/tmp`, where users cannot move each other's files. The surprising case: if
//! these conditions are not met, or the cache cannot be written, the adapters go to a temporary folder, which is
//! removed when no peer uses it any more. A signal that ends this program leaves that folder behind.

use std::fs::DirBuilder;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use tempfile::{NamedTempFile, TempDir};

use super::list::FILES;

#[derive(Debug)]
pub(crate) struct Folder {
    pub(super) path: PathBuf,
    /// The folder in which the adapters look for installed parsers; `None` if the user supplies the adapters.
    pub(super) installed: Option<PathBuf>,
    temporary: Option<TempDir>,
}

impl Folder {
    pub(super) const fn named(path: PathBuf) -> Self {
        Self { path, installed: None, temporary: None }
    }

    /// Returns the folder for installing parsers, shared by all versions of this program, or `None` if there is none.
    pub(super) fn lasting(&self) -> Option<&Path> {
        self.installed.as_deref().filter(|_| self.temporary.is_none())
    }

    /// Creates the folder with the adapters of this program.
    ///
    /// # Errors
    /// Fails if no folder can be written, not even a temporary one.
    pub(super) fn shipped() -> io::Result<Self> {
        let cache = etcetera::choose_base_strategy().map(|user| user.cache_dir());
        let kept = cache.map_err(io::Error::other).and_then(|cache| Self::below(&cache));
        kept.or_else(|_| Self::temporary())
    }

    fn below(cache: &Path) -> io::Result<Self> {
        make(cache)?;
        let cache = cache.canonicalize()?;
        cache.ancestors().try_for_each(guard::shared)?;
        let mut path = cache;
        for name in ["urispec", "peers"] {
            path.push(name);
            own(&path)?;
        }
        let installed = path.join("installed");
        if installed.exists() {
            own(&installed)?;
        }
        path.push(env!("CARGO_PKG_VERSION"));
        // Other users may have added files to a folder that they could access.
        write(&path).or_else(|_| {
            std::fs::remove_dir_all(&path)?;
            write(&path)
        })?;
        Ok(Self { path, installed: Some(installed), temporary: None })
    }

    fn temporary() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("urispec-peers-").tempdir()?;
        let path = folder.path().canonicalize()?;
        write(&path)?;
        // A new folder is empty, so nothing that others put into the cache can be found.
        let installed = Some(path.join("installed"));
        Ok(Self { path, installed, temporary: Some(folder) })
    }
}

/// Creates a folder that only its owner can access, with its missing parents.
fn make(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

fn own(path: &Path) -> io::Result<()> {
    make(path)?;
    guard::own(path)
}

/// Writes each adapter into a folder, unless the same file is already there. Each file is replaced atomically, since
/// another process may write it at the same time.
fn write(folder: &Path) -> io::Result<()> {
    for (name, text) in FILES {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        for within in [folder, parent] {
            make(within)?;
            guard::closed(within)?;
        }
        if guard::is_own(&path) && std::fs::read(&path).is_ok_and(|found| found == text.as_bytes())
        {
            continue;
        }
        let mut file = NamedTempFile::new_in(parent)?;
        file.write_all(text.as_bytes())?;
        file.persist(&path)?;
    }
    Ok(())
}

#[cfg(unix)]
mod guard {
    use std::fs::{Metadata, Permissions, set_permissions, symlink_metadata};
    use std::io;
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::path::Path;

    const OTHERS_WRITE: u32 = 0o022;

    /// The sticky bit: only the owner of a file in the folder may move or remove it.
    const STICKY: u32 = 0o1000;

    fn is_mine(found: &Metadata) -> bool {
        found.uid() == rustix::process::geteuid().as_raw()
    }

    fn refused(path: &Path) -> io::Error {
        io::Error::other(format!("other users can write to {}", path.display()))
    }

    /// Checks that only the owner of a parent folder and root can replace its contents.
    pub(super) fn shared(path: &Path) -> io::Result<()> {
        let found = symlink_metadata(path)?;
        let has_owner = is_mine(&found) || found.uid() == 0;
        let is_kept = found.mode() & OTHERS_WRITE == 0 || found.mode() & STICKY != 0;
        if found.is_dir() && has_owner && is_kept { Ok(()) } else { Err(refused(path)) }
    }

    /// Makes a folder accessible only to its owner.
    pub(super) fn own(path: &Path) -> io::Result<()> {
        let found = symlink_metadata(path)?;
        if !found.is_dir() || !is_mine(&found) {
            return Err(refused(path));
        }
        if found.mode() & 0o077 != 0 {
            set_permissions(path, Permissions::from_mode(0o700))?;
        }
        Ok(())
    }

    pub(super) fn closed(path: &Path) -> io::Result<()> {
        let found = symlink_metadata(path)?;
        let is_closed = found.is_dir() && is_mine(&found) && found.mode() & OTHERS_WRITE == 0;
        if is_closed { Ok(()) } else { Err(refused(path)) }
    }

    pub(super) fn is_own(path: &Path) -> bool {
        symlink_metadata(path).is_ok_and(|found| {
            found.is_file() && is_mine(&found) && found.mode() & OTHERS_WRITE == 0
        })
    }
}

/// On systems other than Unix, a user's cache belongs to the user by default, so nothing is checked.
#[cfg(not(unix))]
mod guard {
    use std::io;
    use std::path::Path;

    pub(super) fn shared(_: &Path) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn own(_: &Path) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn closed(_: &Path) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn is_own(path: &Path) -> bool {
        path.is_file()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::{Permissions, read_to_string, set_permissions, write};
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        path.symlink_metadata().unwrap().mode() & 0o7777
    }

    #[test]
    fn the_adapters_are_their_owners_alone() {
        let home = tempfile::tempdir().unwrap();
        let folder = Folder::below(&home.path().join(".cache")).unwrap();
        assert!(
            folder.path.ends_with(format!(".cache/urispec/peers/{}", env!("CARGO_PKG_VERSION")))
        );
        assert!(folder.lasting().unwrap().ends_with(".cache/urispec/peers/installed"));
        for (name, text) in FILES {
            assert_eq!(read_to_string(folder.path.join(name)).unwrap(), *text);
            assert_eq!(mode(&folder.path.join(name)), 0o600);
        }
        for within in ["", "python", "..", "../.."] {
            assert_eq!(mode(&folder.path.join(within)), 0o700, "{within}");
        }
    }

    /// An adapter that another user may have written is written again.
    #[test]
    fn an_adapter_that_is_another_is_replaced() {
        let home = tempfile::tempdir().unwrap();
        let below = || Folder::below(home.path()).unwrap();
        let folder = below().path;
        let run = folder.join("run");
        let text = FILES.iter().find(|(name, _)| *name == "run").unwrap().1;
        write(&run, "#!/bin/sh\necho evil\n").unwrap();
        set_permissions(&run, Permissions::from_mode(0o666)).unwrap();
        below();
        assert_eq!((&*read_to_string(&run).unwrap(), mode(&run)), (text, 0o600));
        // Python would find a module beside the adapters first.
        write(folder.join("python/json.py"), "").unwrap();
        below();
        assert!(folder.join("python/json.py").exists());
        set_permissions(folder.join("python"), Permissions::from_mode(0o777)).unwrap();
        below();
        assert!(!folder.join("python/json.py").exists());
        assert_eq!(mode(&folder.join("python")), 0o700);
        // A symbolic link to another file is replaced too.
        let other = home.path().join("other");
        write(&other, text).unwrap();
        std::fs::remove_file(&run).unwrap();
        symlink(&other, &run).unwrap();
        assert!(run.is_symlink());
        below();
        assert!(!run.is_symlink());
    }

    #[test]
    fn a_cache_that_others_can_write_is_none() {
        let home = tempfile::tempdir().unwrap();
        let cache = home.path().join("a/cache");
        std::fs::create_dir_all(&cache).unwrap();
        for (bits, is_safe) in [(0o777, false), (0o775, false), (0o1777, true), (0o755, true)] {
            set_permissions(home.path().join("a"), Permissions::from_mode(bits)).unwrap();
            assert_eq!(Folder::below(&cache).is_ok(), is_safe, "{bits:o}");
        }
        // A symbolic link out of the cache is not a folder of the cache.
        let elsewhere = home.path().join("elsewhere");
        std::fs::create_dir(&elsewhere).unwrap();
        std::fs::rename(cache.join("urispec"), cache.join("before")).unwrap();
        symlink(&elsewhere, cache.join("urispec")).unwrap();
        assert!(Folder::below(&cache).is_err());
    }

    #[test]
    fn a_temporary_folder_ends_with_its_peers() {
        let folder = Folder::temporary().unwrap();
        assert!(folder.lasting().is_none());
        assert!(folder.installed.as_ref().unwrap().starts_with(&folder.path));
        let path = folder.path.clone();
        assert!(path.join("python/peer.py").is_file());
        drop(folder);
        assert!(!path.exists());
    }
}
