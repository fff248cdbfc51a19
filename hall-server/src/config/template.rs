//! The settings that `hall-server init` writes, with what each is for.

use std::net::SocketAddr;
use std::path::Path;

/// Where a hall listens until somebody says where.
const LISTEN: &str = r#"listen = "127.0.0.1:7878""#;

/// The file that `init` writes.
pub fn template(company: &str, town: &str) -> String {
    format!(
        r#"# Ajustes de la sala. El servidor los lee al arrancar.

[server]
# Dirección y puerto. Con 127.0.0.1 sólo se entra desde este equipo; para las consolas y
# monitores de la sala, la dirección de este equipo en la red cableada de la sala.
{LISTEN}
# names: con qué nombres se llega a él desde un navegador, si no es con su dirección ni con el nombre del equipo.
# names = ["bingo.local"]
# plain_board: true enseña el tablero público (televisores, móviles de los jugadores) también a quien llega sin cifrar, con http://.
# Lo demás va siempre cifrado fuera de este equipo: https://, y en un navegador, antes, la página /confianza. Si falta, false.
# plain_board = false
# board_code: true enseña el tablero público sólo a quien trae el código que las pantallas de la sala enseñan entre partidas: en el móvil se
# escanea, en un televisor se teclean sus seis cifras. Cambia cada cinco minutos, y vale hasta el cierre de la sesión, doce horas como mucho.
# Los puestos dados de alta no lo necesitan. Hace falta «players», y ponerlo igual en el equipo de reserva. Si falta, false: lo ve toda la red.
# board_code = false

# La máquina de bolas. Quite las almohadillas cuando esté conectada.
# [machine]
# port: el dispositivo serie; mejor su nombre de /dev/serial/by-id, que no cambia al reconectar.
# port = "/dev/serial/by-id/usb-..."
# driver: cómo habla la máquina: "blp1", un controlador de los que enseña «ball-machine list», o la
# ruta de un fichero .toml (docs/drivers.md). Si falta, "blp1".
# driver = "blp1"
# baud: velocidad de la línea, de 1200 a 115200; si falta, la del controlador (9600 con blp1).
# baud = 9600
# tags: la tabla de etiquetas del juego de bolas, de «ball-machine enrol», si el lector es de etiquetas. Sólo se juega con
# la que han dado de alta dos personas en Bolas.
# tags = "juego-a.csv"
# set: el juego de bolas cargado, si la máquina no lo dice y no hay tabla de etiquetas.
# set = "A"

# Un segundo lector de las mismas bolas, en una línea aparte, si el perfil lo pide (evidence = "second_reader").
# Sus campos son los de [machine].
# [second_reader]
# port = "/dev/serial/by-id/usb-..."

# Lo que los paneles dicen a los jugadores sobre el tiempo: no cierra ni abre nada por sí solo. Quite las almohadillas.
# [rhythm]
# sale_minutes: cuántos minutos suele durar una venta; el panel cuenta hacia atrás hasta su cierre. Con 0, o si
# falta, no se dice.
# sale_minutes = 4
# pause_minutes: cuántos minutos suelen pasar desde el fin de una partida hasta la venta siguiente; el panel dice a
# qué hora se abre. Con 0, o si falta, no se dice.
# pause_minutes = 3

# Otra copia del registro, línea a línea mientras se juega, cifrada, en otro disco, un lápiz USB o una carpeta de red.
# Antes, la clave: «hall-server mirror-key --to FICHERO», en un lápiz que no se queda en este equipo. Quite las almohadillas.
# [mirror]
# folders: una carpeta, o dos; cada una en un disco que no sea el de la sala.
# folders = ["/media/copia"]
# recipient: la clave pública que escribe «hall-server mirror-key»; con ella se cifra, y no se puede leer.
# recipient = "age1..."
# wait: a qué espera el servidor antes de contestar. "never", sólo a su propio disco: la copia va menos de un segundo detrás.
# "money", en cantos, veredictos y pagos, también a que una copia lo tenga en su disco; como mucho 2 segundos. Si falta, "never".
# wait = "never"
# same_disk: true permite la copia en el mismo disco que la sala. Sólo para probar: no protege de nada.
# same_disk = false

# Un segundo equipo que tiene el registro línea a línea y que dos personas ponen en marcha si éste se rompe. En aquel
# equipo: «hall-server follow». La clave, la misma en los dos: «hall-server spare-key --to FICHERO». Quite las almohadillas.
# [spare]
# at: dónde escucha la reserva.
# at = "192.168.1.11:7878"
# key: el fichero de la clave, con su ruta entera; fuera de la carpeta de la sala.
# key = "/etc/bombo/reserva.clave"
# wait: a qué espera el servidor antes de contestar. "never", a nada: la reserva va menos de un segundo detrás. "money", en
# cantos, veredictos y pagos, a que la reserva lo tenga. "all", siempre: no se pierde nada que se haya contestado. Si la
# reserva no contesta en 2 segundos se sigue sin ella, y la mesa lo dice. Si falta, "never".
# wait = "never"

# La copia de seguridad de la base entera, comprobada, que el servidor hace solo al cerrar cada sesión, con el acta ya en el disco.
# Con [mirror] va cifrada con su recipient; sin él, no. Quite las almohadillas.
# [backup]
# folder: la carpeta, en un disco que no sea el de la sala; puede ser el de la otra copia. Créela antes.
# folder = "/media/copias"
# keep: cuántas se guardan, de 1 a 1000; la más vieja se borra cuando hay otra nueva y comprobada. Si falta, 14.
# keep = 14
# same_disk: true permite el mismo disco que la sala. Sólo para probar: no protege de nada.
# same_disk = false

# Cuánto se guardan los datos de personas que están fuera del registro. Ningún reglamento de juego pone plazo: lo decide la
# sala con quien lleva su protección de datos, y si no lo dice se guardan siempre. Quite las almohadillas.
# [retention]
# claimant_days: días que se guardan el nombre, el documento y la firma dibujada de quien reclama (art. 37.4). La fecha de cada
# uno queda en el registro y ya no se mueve. Llegada, se borran de la sala y de la reserva; el acta impresa no cambia.
# claimant_days = 1825
# signature_days: lo mismo, de las firmas que la plantilla dibuja en la pantalla. La línea que dice quién firmó qué no se borra.
# signature_days = 3650

# Lo que filman las cámaras en cada extracción, y la foto de la salida con cada bola: para ver otra vez una bola en la mesa, y para una
# reclamación. Sin esta parte no se guarda ninguna imagen.
[film]
# folder: la carpeta; con una ruta entera puede estar en otro disco, que es lo mejor. Si falta, "pelicula", en la de la sala.
# folder = "/media/pelicula"
# days: días que se guarda. Si las cámaras ven a personas, como mucho un mes (LO 3/2018, art. 22.3). Si falta, 30.
days = 30
# leave_gib: GiB del disco que se dejan libres: con menos no se filma, y la mesa lo dice. Si falta, 2.
# leave_gib = 2
# sound: true guarda también, en cada parada, lo que oyeron los micrófonos de la sala desde 20 segundos antes (hall-voice --microphone): quién cantó
# primero, y antes de qué bola. Se oye a personas: póngalo sólo si la sala lo tiene avisado y lo decide quien lleva su protección de datos. Si falta, false.
# sound = false

# Lo que los televisores de /tv enseñan entre partidas, en el sitio del nombre de la sala. Quite las almohadillas.
# [tv]
# notices: la carpeta de los anuncios (PNG o JPEG) y de los avisos (avisos.toml); puede ser la misma de las paredes.
# notices = "/srv/anuncios"

# El certificado de la sala, para firmar las actas (PAdES). Sin él van sin firmar, como siempre. Compruébelo con «card-printer
# seal». Los ficheros de la clave y de la contraseña, fuera de la carpeta de la sala y que sólo los lea quien ejecuta el
# servidor (chmod 600). Quite las almohadillas.
# [seal]
# certificate: un PKCS#12 (.p12 o .pfx) con certificado y clave, o un PEM con el certificado y los de quien lo expide.
# certificate = "/etc/bombo/sello.p12"
# password_file: un fichero con la contraseña del PKCS#12, y nada más.
# password_file = "/etc/bombo/sello.clave"
# key: con un PEM, el fichero de la clave si no va en él.
# key = "/etc/bombo/sello.key"

# Una autoridad de sellado de tiempo (RFC 3161), que dice a qué hora vio el registro al cierre de cada sesión. Se le envía una huella,
# nada más. Sin red se espera y se pide después; la sala no espera nunca. Quite las almohadillas.
# [time_stamp]
# url: su dirección, con http://. El sello va firmado: no hace falta más.
# url = "http://tsa.ejemplo.es/tsr"
# authority: el certificado de quien certifica a la autoridad (no el suyo), en PEM; la autoridad lo publica.
# authority = "/etc/bombo/tsa.pem"

# Los códigos de barras de los cartones comprados, como los imprime cada fabricante; los de la sala ya se conocen. Hasta ocho, cada uno con su [[barcode]].
# El lector tiene que decir delante qué lee (el identificador AIM: en su manual, «AIM code ID»): así lo leído nunca se toma por teclas.
# [[barcode]]
# name: cómo se le llama.
# name = "Cartones Ortiz"
# symbol: qué está impreso: "code128", "ean13" o "qr".
# symbol = "ean13"
# prefix: lo que va delante en todos; puede faltar.
# prefix = "84"
# letter: la letra de la serie, si en el código sólo van sus cifras.
# letter = "A"
# series: cuántas cifras tiene la serie en el código, con ceros delante; 0 si no va.
# series = 4
# number: cuántas cifras tiene el número del cartón.
# number = 6
# check: el dígito de control, detrás del número: "mod10" (el de EAN) o "none". Si falta, "mod10" en un EAN-13 y "none" en los demás.
# check = "mod10"
# terminator: lo que va detrás de todo; puede faltar.
# terminator = ""

# El servidor de otro (el operador, el regulador) que firma que vio el registro, y que descubre al que vuelve atrás o se parte en dos. Se
# le envía cuántas líneas hay y la huella de todas, nada más. La sala no lo espera nunca. Déle antes la clave que escribe
# «hall-server record-key». Puede haber hasta cuatro, cada uno con su [[witness]]. Quite las almohadillas.
# [[witness]]
# name: cómo se le llama en los avisos.
# name = "regulador"
# url: su dirección, con http://. Lo que se envía y lo que contesta va firmado: no hace falta más.
# url = "http://testigo.ejemplo.es:7979"
# key: su clave, la línea que escribe «hall-server witness» al arrancar.
# key = "testigo-1a2b3c4d+..."

[paper]
# Lo que actas y cartones dicen de la sala.
company = {company}
address = ""
town = {town}
# El libro de actas y quién lo diligenció.
book = "1"
authority = ""
# Si las actas se pegan en un libro encuadernado, lo que miden sus hojas, en milímetros: el acta sale de ese tamaño y con las líneas por donde
# se corta. Quite la almohadilla.
# leaf = "190x275"
# La línea al pie de cada cartón.
legal = "Válido para una sola partida. Márquese de forma indeleble. Premio contra entrega del cartón íntegro."
# La dirección en que los móviles de los jugadores ven este servidor. Con ella, el justificante de un premio lleva un código que abre la
# prueba de su partida, y la pared enseña entre partidas el de la página para seguir el juego en el móvil. Con http:// hace falta
# además plain_board = true, arriba; con https://, cada móvil ha de instalar antes el certificado de la sala (página /confianza).
# Quite la almohadilla.
# players = "https://192.168.1.10:7878"
# El programa que hace los PDF; vacío: card-printer, junto a este programa.
printer = ""
"#,
        company = quoted(company),
        town = quoted(town),
    )
}

/// The file that a spare of the server at an address writes: once it is promoted, it answers where it did and the other computer may
/// become its spare.
pub fn template_of_spare(of: SocketAddr, key: &Path, listen: Option<SocketAddr>) -> String {
    let mut text = template("", "");
    if let Some(listen) = listen {
        text = text.replacen(LISTEN, &format!("listen = \"{listen}\""), 1);
    }
    text + &format!(
        "\n[spare]\n# El otro equipo. Lo escribió «hall-server follow».\nat = \"{of}\"\nkey = {}\n",
        quoted(&key.display().to_string())
    )
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
