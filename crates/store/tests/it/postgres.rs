//! A PostgreSQL server for the time of the tests.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A server of its own, in a folder of its own, on a socket of its own. It ends with this value.
pub struct Postgres {
    bin: PathBuf,
    folder: TempDir,
    server: Child,
}

impl Postgres {
    /// Starts one, if PostgreSQL is installed.
    pub fn start() -> Option<Self> {
        let bin = installed()?;
        let folder = tempfile::tempdir().unwrap();
        hand_over(folder.path());
        let data = folder.path().join("data");
        let made = unprivileged(&bin.join("initdb"))
            .args(["--auth=trust", "--username=tester", "--no-sync", "--pgdata"])
            .arg(&data)
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(made.success(), "initdb failed");
        let log = std::fs::File::create(folder.path().join("log")).unwrap();
        let server = unprivileged(&bin.join("postgres"))
            .arg("-D")
            .arg(&data)
            .arg("-k")
            .arg(folder.path())
            // Only the socket: no port to fight for, nobody else to let in.
            .args(["-c", "listen_addresses=", "-c", "max_connections=200"])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        let server = Self {
            bin,
            folder,
            server,
        };
        server.wait();
        Some(server)
    }

    fn wait(&self) {
        let patience = Instant::now() + Duration::from_secs(30);
        let ready = || {
            let ready = Command::new(self.bin.join("pg_isready"))
                .arg("-h")
                .arg(self.folder.path())
                .stdout(Stdio::null())
                .status();
            ready.is_ok_and(|status| status.success())
        };
        while !ready() {
            let log = self.folder.path().join("log");
            let said = || std::fs::read_to_string(&log).unwrap_or_default();
            assert!(
                Instant::now() < patience,
                "PostgreSQL does not start: {}",
                said()
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The address of a new, empty database.
    #[allow(dead_code)] // a second process makes its own
    pub fn database(&self) -> String {
        new_database(self.folder.path(), &self.bin.join("createdb"))
    }

    /// What another process must know to make databases here: the socket's folder, and the program that does it.
    #[allow(dead_code)] // not every test program has a second process
    pub fn place(&self) -> [PathBuf; 2] {
        [self.folder.path().to_owned(), self.bin.join("createdb")]
    }
}

/// Makes an empty database on the server with that socket; its address.
pub fn new_database(socket: &Path, createdb: &Path) -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("house{number}");
    let made = Command::new(createdb)
        .arg("-h")
        .arg(socket)
        .args(["-U", "tester", &name])
        .status()
        .unwrap();
    assert!(made.success(), "createdb failed");
    format!(
        "postgres://tester@localhost/{name}?host={}",
        socket.display()
    )
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The folder of its programs, wherever the newest is.
fn installed() -> Option<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
        .collect();
    found.sort();
    found.reverse();
    let path = std::env::var_os("PATH").unwrap_or_default();
    found.extend(std::env::split_paths(&path));
    let needed = ["initdb", "postgres", "pg_isready", "createdb"];
    let has_all = |bin: &PathBuf| needed.iter().all(|program| bin.join(program).exists());
    found.into_iter().find(has_all)
}

/// PostgreSQL does not run as root: root lends it the name of somebody who may do little.
fn unprivileged(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    let user = nobody();
    command
        .args([format!("--reuid={user}"), format!("--regid={user}")])
        .args(["--clear-groups", "--pdeathsig=KILL", "--"])
        .arg(program);
    command
}

fn is_root() -> bool {
    id(&[]) == Some(0)
}

/// Somebody who may do little: `postgres` if there is one, else `nobody`.
fn nobody() -> u32 {
    id(&["postgres"])
        .or_else(|| id(&["nobody"]))
        .unwrap_or(65534)
}

fn id(user: &[&str]) -> Option<u32> {
    let output = Command::new("id").arg("-u").args(user).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// Gives a folder to whoever runs the server.
fn hand_over(folder: &Path) {
    if is_root() {
        let user = Some(nobody());
        let given: io::Result<()> = std::os::unix::fs::chown(folder, user, user);
        given.unwrap();
    }
}
