const SIGNATURES = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
] as const;

/** What a file is by its first bytes (PNG 1.2, section 3.1; JPEG, ITU-T T.81 annex B); null for anything else. */
export const kindOf = (bytes: Uint8Array): 'image/png' | 'image/jpeg' | null =>
  SIGNATURES.find(([, signature]) => signature.every((byte, i) => bytes[i] === byte))?.[0] ?? null;

/** How the file of a kept picture ends, by its content type. */
export const endingOf = (contentType: string): 'png' | 'jpg' => (contentType === 'image/png' ? 'png' : 'jpg');
