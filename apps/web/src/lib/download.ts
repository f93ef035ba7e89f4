import { ApiError, isAbort } from './api-error.ts';
import type { ApiAnswer } from './send.ts';

/**
 * Hands an answer of the kind `file` to the browser, under the name that the server gave it. Throws `ApiError` when it is none, or when
 * it breaks off. `onBytes` is told how much has come.
 */
export async function saveAnswer(answer: ApiAnswer, fallbackName: string, onBytes?: (bytes: number) => void): Promise<void> {
  const response = responseOf(answer);
  const blob = onBytes ? await blobOf(response, onBytes) : await response.blob();
  saveBlob(blob, nameOf(answer.headers.get('content-disposition')) ?? fallbackName);
}

/** The same with its text written otherwise than the server wrote it, as CSV. */
export async function saveRewritten(answer: ApiAnswer, fallbackName: string, rewrite: (text: string) => string): Promise<void> {
  const blob = new Blob(['\ufeff', rewrite(await responseOf(answer).text())], { type: 'text/csv;charset=utf-8' });
  saveBlob(blob, nameOf(answer.headers.get('content-disposition')) ?? fallbackName);
}

function responseOf({ status, response }: ApiAnswer): Response {
  if (status !== 200 || !response) throw new ApiError(status, 'SomethingWentWrong');
  return response;
}

async function blobOf(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    const reader = response.body?.getReader();
    for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
      pieces.push(next.value);
      bytes += next.value.length;
      onBytes(bytes);
    }
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    throw new ApiError(0, 'NetworkError', { cause });
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' });
}

/** Hands a text to the browser as a file; the mark before it makes spreadsheets read it as UTF-8. */
export const saveCsv = (text: string, name: string): void =>
  saveBlob(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }), name);

/** Hands a plain text to the browser as a file. */
export const saveText = (text: string, name: string): void =>
  saveBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), name);

/** Hands bytes to the browser as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const nameOf = (disposition: string | null): string | undefined => /filename="([^"]+)"/.exec(disposition ?? '')?.[1];
