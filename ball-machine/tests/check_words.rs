//! What `ball-machine check` says, word for word: each fault once, with its line, and no English.

use std::path::Path;
use std::process::Command;

use expect_test::{Expect, expect};
use tempfile::TempDir;

/// Runs `check` in a folder, and returns what it says of a fault.
fn refused(dir: &Path, file: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ball-machine"))
        .args(["check", file])
        .current_dir(dir)
        .output()
        .expect("it is built");
    assert!(!output.status.success() && output.stdout.is_empty(), "{file}: {output:?}");
    String::from_utf8(output.stderr).expect("text")
}

fn check(bytes: &[u8], expect: Expect) {
    let dir = TempDir::new().expect("a folder");
    std::fs::write(dir.path().join("x.toml"), bytes).expect("it is written");
    expect.assert_eq(&refused(dir.path(), "x.toml"));
}

#[test]
fn each_fault_is_said_once() {
    check(
        b"kind = \"keypad\"\nabout = 3\n[line]\nbaud = 300\n",
        expect![[r#"
            x.toml:1: falta un [[vector]]: bytes del manual o de la máquina, y lo que significan
            x.toml:2: «about» es un texto, entre comillas; aquí hay el número 3
            x.toml:4: «baud» es un número de 1200 a 115200; aquí hay el número 300
        "#]],
    );
}

#[test]
fn what_is_no_toml_is_told_in_spanish() {
    check(
        b"kind = \"stx\"\n[line\nbaud = 9600\n",
        expect![[r#"
        x.toml:2: no es TOML: falta el corchete que cierra: una parte se escribe [nombre]
    "#]],
    );
    check(
        b"kind = stx\nabout = \"sin fin\n",
        expect![[r#"
        x.toml:1: no es TOML: falta el valor, o le faltan las comillas a un texto
        x.toml:2: no es TOML: el texto no termina: van comillas a los dos lados, en la misma línea
    "#]],
    );
    check(
        b"[[message]]\nlength = 6\n[message]\nlength = 7\n",
        expect![[r#"
            x.toml:3: no es TOML: «message» va siempre con dos corchetes, [[message]]: puede haber varios
        "#]],
    );
    check(
        b"[message]\nlength = 6\n[message] # otro\nlength = 7\n",
        expect![[r#"
            x.toml:3: no es TOML: «message» va siempre con dos corchetes, [[message]]: puede haber varios
        "#]],
    );
}

#[test]
fn what_is_no_text_is_told_with_its_line() {
    check(
        b"kind = \"stx\"\n# B\xC3\xA1\nabout = \"M\xE1quina\"\n",
        expect![[r#"
            x.toml:3: no es texto UTF-8: guarde el fichero con esa codificación
        "#]],
    );
}

#[test]
fn what_is_no_file_is_told_and_holds_nothing_up() {
    let dir = TempDir::new().expect("a folder");
    std::fs::create_dir(dir.path().join("carpeta.toml")).expect("a folder");
    let pipe = dir.path().join("tubo.toml");
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
    std::os::unix::fs::symlink("/dev/zero", dir.path().join("cero.toml")).expect("a link");
    let said: Vec<String> =
        ["carpeta.toml", "tubo.toml", "cero.toml", "falta.toml", "nadie/levante", "nadie", "blp1"]
            .iter()
            .map(|file| refused(dir.path(), file))
            .collect();
    expect![[r#"
        carpeta.toml es una carpeta, no un fichero
        tubo.toml no es un fichero: es un dispositivo, una tubería o un socket
        cero.toml no es un fichero: es un dispositivo, una tubería o un socket
        no existe el fichero falta.toml
        no existe el fichero nadie/levante
        no hay controlador «nadie»: use blp1, contactos, extractora-levante, id12la, stx-simple, stx-suma, teclado o la ruta de un fichero .toml
        «blp1» es el protocolo propio: va dentro del programa y no lleva fichero que comprobar
    "#]].assert_eq(&said.concat());
}

#[test]
fn a_byte_order_mark_is_no_fault() {
    let dir = TempDir::new().expect("a folder");
    let text = include_str!("../drivers/teclado.toml");
    std::fs::write(dir.path().join("x.toml"), format!("\u{FEFF}{text}")).expect("it is written");
    let lines: String = (1..=90).map(|ball| format!("0C0006{:04X},{ball}\n", 0x2000 + ball)).collect();
    std::fs::write(dir.path().join("juego.csv"), format!("\u{FEFF}set,A\n{lines}")).expect("it is written");
    for file in ["x.toml", "juego.csv"] {
        let output = Command::new(env!("CARGO_BIN_EXE_ball-machine"))
            .args(["check", file])
            .current_dir(dir.path())
            .output()
            .expect("it is built");
        assert!(output.status.success(), "{file}: {output:?}");
    }
}
