import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { liveEvent, type LiveEvent } from '@spora/contract/live-event';
import { pathOf } from '@spora/contract/paths';
import type { Caller, TestApp } from './http.ts';

/** The live stream of somebody, as it is read. */
export interface TestStream {
  readonly events: (LiveEvent & { id: string })[];
  readonly isOver: () => boolean;
  /** The first event that fits; fails after ten seconds. */
  next(fits: (event: LiveEvent) => boolean): Promise<LiveEvent & { id: string }>;
  close(): void;
}

export type OpenStream = (caller: Caller, lastEventId?: string) => Promise<TestStream>;

/** Lets the application listen, and opens streams of those who call it. */
export async function streamsOf({ app }: Pick<TestApp, 'app'>): Promise<OpenStream> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  return (caller, lastEventId) => openStream(port, caller, lastEventId);
}

async function openStream(port: number, caller: Caller, lastEventId?: string): Promise<TestStream> {
  const abort = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}${pathOf('tracking.stream')}`, {
    headers: { authorization: `Bearer ${caller.token}`, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
    signal: abort.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  const events: (LiveEvent & { id: string })[] = [];
  let isOver = false;
  const read = async () => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (data) events.push({ ...liveEvent.parse(JSON.parse(data)), id: id ?? '' });
      }
    }
  };
  void read()
    .catch(() => undefined)
    .finally(() => (isOver = true));
  return {
    events,
    isOver: () => isOver,
    close: () => abort.abort(),
    next: async (fits) => {
      for (let i = 0; i < 1_000; i += 1) {
        const found = events.find(fits);
        if (found) return found;
        await wait(10);
      }
      throw new Error(`nothing fits among ${JSON.stringify(events.map(({ kind }) => kind))}`);
    },
  };
}
