/** An answer of a provider is a line; more is not read. */
const ANSWER_MAX_BYTES = 64 * 1024;

/** The beginning of an answer's body, UTF-8: at most 64 kB and what came with the last of them. Throws what `fetch` throws. */
export async function readShort(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    size += part.length;
    if (size > ANSWER_MAX_BYTES) break;
  }
  return Buffer.concat(parts).toString('utf8');
}

/** An object of JSON, or an empty one. */
export function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
