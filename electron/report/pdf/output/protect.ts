import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import type { PdfFile } from '../pdfmake/pdf-file.ts';

/*
 * A password over a whole PDF: AES with 256 bits as in ISO 32000-2 (revision 6). PDFKit brings revision 5, whose
 * passwords can be guessed quickly and which PDF 2.0 has withdrawn. It also leaves the names of destinations and files
 * in clear, so no link works. Both are set right here.
 */

const none = Buffer.alloc(0);

/**
 * Locks a document before anything is drawn: a user who opens the file needs the password, and may then do everything. Salts and
 * initial values are by chance, so that no two files are alike.
 *
 * @param password prepared by `preparedPassword`: at most 127 bytes
 */
export function lock(file: PdfFile, password: string): void {
  const secret = Buffer.from(password, 'utf8');
  const key = randomBytes(32);
  const encrypt = (content: Uint8Array): Buffer => {
    const start = randomBytes(16);
    const cipher = createCipheriv('aes-256-cbc', key, start);
    return Buffer.concat([start, cipher.update(content), cipher.final()]);
  };
  file.encrypt({
    entries: { Filter: 'Standard', ...encryption(secret, key) },
    encrypt,
    encryptName: (name) => encrypt(nameBytes(name)),
  });
  file.catalog['Extensions'] = { ADBE: { BaseVersion: '1.7', ExtensionLevel: 8 } };
}

/** A name as texts are written: ASCII, or UTF-16 with its mark. */
function nameBytes(name: string): Buffer {
  return /^[\u0000-\u007f]*$/u.test(name)
    ? Buffer.from(name, 'latin1')
    : Buffer.from(`\ufeff${name}`, 'utf16le').swap16();
}

/** The entries from which a reader with the password gets the key of the file. All may be done: -4 has every right. */
function encryption(secret: Buffer, key: Buffer) {
  const [user, userKey] = entries(secret, key, none);
  const [owner, ownerKey] = entries(secret, key, user);
  const rights = -4;
  const proof = Buffer.concat([
    Buffer.alloc(4),
    Buffer.from([255, 255, 255, 255]),
    Buffer.from('Tadb'),
    randomBytes(4),
  ]);
  proof.writeInt32LE(rights);
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  return {
    V: 5,
    R: 6,
    Length: 256,
    CF: { StdCF: { AuthEvent: 'DocOpen', CFM: 'AESV3', Length: 32 } },
    StmF: 'StdCF',
    StrF: 'StdCF',
    U: user,
    UE: userKey,
    O: owner,
    OE: ownerKey,
    P: rights,
    Perms: Buffer.concat([cipher.update(proof), cipher.final()]),
  };
}

/** What the password is compared with, and the key of the file under it (algorithms 8 and 9). */
function entries(secret: Buffer, key: Buffer, user: Buffer): readonly [Buffer, Buffer] {
  const [check, salt] = [randomBytes(8), randomBytes(8)];
  const cipher = createCipheriv('aes-256-cbc', hardHash(secret, salt, user), Buffer.alloc(16)).setAutoPadding(
    false,
  );
  return [
    Buffer.concat([hardHash(secret, check, user), check, salt]),
    Buffer.concat([cipher.update(key), cipher.final()]),
  ];
}

const hashes = ['sha256', 'sha384', 'sha512'] as const;

/** The hash that is slow to try (algorithm 2.B): at least 64 rounds of encryption, each followed by a hash that it picks. */
function hardHash(secret: Buffer, salt: Buffer, user: Buffer): Buffer {
  let hash = createHash('sha256').update(secret).update(salt).update(user).digest();
  for (let round = 1; ; round += 1) {
    const once = Buffer.concat([secret, hash, user]);
    const cipher = createCipheriv('aes-128-cbc', hash.subarray(0, 16), hash.subarray(16, 32)).setAutoPadding(
      false,
    );
    const mixed = Buffer.concat([
      cipher.update(Buffer.concat(Array.from({ length: 64 }, () => once))),
      cipher.final(),
    ]);
    // Sixteen bytes as one number, by three: 256 leaves one, so that their sum does.
    const picked = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    hash = createHash(hashes[picked] ?? 'sha256')
      .update(mixed)
      .digest();
    if (round >= 64 && (mixed.at(-1) ?? 0) <= round - 32) return hash.subarray(0, 32);
  }
}

/** Name of the findings inside of a PDF. */
const findingsName = 'findings.json';

/** Puts the findings into a document, as a file that readers of PDF list and save. */
export function attachFindings(file: PdfFile, content: Uint8Array, created: Date): void {
  file.attach(findingsName, 'application/json', content, created);
}
