import { ApiError } from '../api-error.ts';
import { base64Of, bytesOfBase64 } from '../base64.ts';
import type { ApiAnswer, ApiRequest, Send } from '../send.ts';
import { isKept, keptPart, nameOf } from './kept-answers.ts';
import { reportAnswer, reportNoAnswer } from './reach.ts';
import type { OfflineStore } from './store.ts';

/** Says of an answer that it was kept, and when, in milliseconds. */
export const KEPT_AT = 'X-Kept-At';
const PACKED = 'application/octet-stream';

interface Kept {
  readonly type: string;
  /** The data of the envelope, or packed bytes as base64. */
  readonly data: unknown;
}

/**
 * NFR-006: a `send` that keeps what a short list of reading calls answers, and answers them itself while nobody else does. `store` comes
 * late or never: without it everything is as it was.
 */
export function createOfflineSend(parts: {
  send: Send;
  store: () => Promise<OfflineStore | null>;
  memberId: number;
  now: () => number;
  today: () => string;
}): Send {
  const { send, memberId, now, today } = parts;
  return async (request) => {
    try {
      const answer = await send(request);
      reportAnswer(now());
      if (answer.status !== 200 || !isKept(request, today())) return answer;
      return await keepCopy(request, answer);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) throw error;
      const store = await parts.store();
      reportNoAnswer(store?.newestMs() ?? null);
      const kept = store && isKept(request, today()) ? await keptAnswer(store, request) : null;
      if (!kept) throw error;
      return kept;
    }
  };

  async function keepCopy(request: ApiRequest, answer: ApiAnswer): Promise<ApiAnswer> {
    const type = answer.headers.get('Content-Type') === PACKED ? PACKED : 'application/json';
    const atMs = now();
    const keep = async (data: unknown): Promise<void> =>
      (await parts.store())?.keep(nameOf(request), JSON.stringify({ type, data } satisfies Kept), atMs);
    if (type === PACKED) {
      const copy = answer.response?.clone();
      void copy
        ?.arrayBuffer()
        .then((bytes) => keep(base64Of(new Uint8Array(bytes))))
        .catch(() => undefined);
      return answer;
    }
    const body = answer.json();
    void body
      .then((envelope) => {
        const { success, data } = (envelope ?? {}) as { success?: unknown; data?: unknown };
        return success === true ? keep(keptPart(request.id, data, memberId)) : undefined;
      })
      .catch(() => undefined);
    return { ...answer, json: () => body };
  }
}

async function keptAnswer(store: OfflineStore, request: ApiRequest): Promise<ApiAnswer | null> {
  const found = await store.find(nameOf(request));
  if (!found) return null;
  let kept: Kept;
  try {
    kept = JSON.parse(found.text) as Kept;
  } catch {
    return null;
  }
  const headers = new Headers({ 'Content-Type': kept.type, [KEPT_AT]: String(found.atMs) });
  const body = { success: true, data: kept.data };
  const response = new Response(kept.type === PACKED ? bytesOfBase64(String(kept.data)) : JSON.stringify(body), { headers });
  return { status: 200, headers, json: () => Promise.resolve(body), response };
}
