//! A configuration profile for iPhones and iPads with the authority's certificate in it (Apple's `com.apple.security.root`): newer ones
//! keep a certificate that is downloaded by itself as a page.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};
use uuid::Builder;

/// The type under which they install it.
pub(super) const MEDIA: &str = "application/x-apple-aspen-config";

/// The profile. The same certificate gives the same, so that a second installation takes the place of the first.
pub(super) fn profile(root: &[u8]) -> String {
    let (whole, inner) = (uuid_of("perfil", root), uuid_of("certificado", root));
    let content = STANDARD.encode(root);
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>PayloadContent</key>
	<array>
		<dict>
			<key>PayloadCertificateFileName</key>
			<string>sala-de-bingo.cer</string>
			<key>PayloadContent</key>
			<data>{content}</data>
			<key>PayloadDescription</key>
			<string>El certificado de la sala de bingo</string>
			<key>PayloadDisplayName</key>
			<string>Sala de bingo</string>
			<key>PayloadIdentifier</key>
			<string>bombo.sala.certificado.{inner}</string>
			<key>PayloadType</key>
			<string>com.apple.security.root</string>
			<key>PayloadUUID</key>
			<string>{inner}</string>
			<key>PayloadVersion</key>
			<integer>1</integer>
		</dict>
	</array>
	<key>PayloadDescription</key>
	<string>Para entrar con este aparato en el servidor de la sala. Quítelo cuando deje de trabajar en ella.</string>
	<key>PayloadDisplayName</key>
	<string>Sala de bingo</string>
	<key>PayloadIdentifier</key>
	<string>bombo.sala.{whole}</string>
	<key>PayloadRemovalDisallowed</key>
	<false/>
	<key>PayloadType</key>
	<string>Configuration</string>
	<key>PayloadUUID</key>
	<string>{whole}</string>
	<key>PayloadVersion</key>
	<integer>1</integer>
</dict>
</plist>
"#
    )
}

fn uuid_of(what: &str, root: &[u8]) -> String {
    let hash: [u8; 32] = Sha256::new().chain_update(what).chain_update(root).finalize().into();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    Builder::from_custom_bytes(bytes).into_uuid().to_string().to_uppercase()
}
