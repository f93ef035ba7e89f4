/** A call takes so many arguments in every browser. */
const CHUNK = 0x20_00;

/** Bytes as base64. What is kept on the device may be a megabyte: no byte becomes a string of its own, and nothing is spread. */
export function base64Of(bytes: Uint8Array): string {
  let letters = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    letters += Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + CHUNK));
  return btoa(letters);
}

/**
 * The bytes of a base64 text.
 * @throws a `DOMException` when it is none
 */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}
