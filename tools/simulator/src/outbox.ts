import type { PositionRecord } from '@spora/telemetry/record';

/** In which order a tracker sends what it has kept (its parameter 1002); panic and high priority always go first. */
export type SendOrder = 'oldest-first' | 'newest-first';

/** A tracker's memory: records stay until they are acknowledged; when it is full the oldest are lost, as in the hardware. */
export interface Outbox {
  readonly size: number;
  /** Records lost because the memory was full. */
  readonly lost: number;
  put(record: PositionRecord): void;
  /** The next records to send, which stay in the box. */
  peek(count: number): readonly PositionRecord[];
  setOrder(order: SendOrder): void;
  /** Forgets records that are safe. */
  remove(records: readonly PositionRecord[]): void;
}

export function createOutbox(initialOrder: SendOrder, capacity: number): Outbox {
  let order = initialOrder;
  let kept: PositionRecord[] = [];
  let urgent = 0;
  let lost = 0;
  return {
    get size() {
      return kept.length;
    },
    get lost() {
      return lost;
    },
    setOrder(next) {
      order = next;
    },
    put(record) {
      kept.push(record);
      if (record.priority > 0) urgent++;
      if (kept.length <= capacity) return;
      if (kept.shift()!.priority > 0) urgent--;
      lost++;
    },
    peek(count) {
      // Without a backlog the order of time holds: a frame of one or two fresh records is not sorted.
      if (kept.length <= count && order === 'oldest-first') return kept.slice(0, count);
      if (urgent === 0) return order === 'oldest-first' ? kept.slice(0, count) : kept.slice(-count).reverse();
      const high = kept.filter((record) => record.priority > 0);
      const low = kept.filter((record) => record.priority === 0);
      if (order === 'newest-first') return [...high.toReversed(), ...low.toReversed()].slice(0, count);
      return [...high, ...low].slice(0, count);
    },
    remove(records) {
      const safe = new Set(records);
      if (kept.slice(0, records.length).every((record) => safe.has(record))) kept.splice(0, records.length);
      else kept = kept.filter((record) => !safe.has(record));
      for (const record of records) if (record.priority > 0) urgent--;
    },
  };
}
