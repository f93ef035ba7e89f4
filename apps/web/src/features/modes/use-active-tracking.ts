import type { Command } from '@spora/contract/commands/endpoints';
import { ACTIVE_TRACKING_S } from '@spora/contract/modes/modes';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNow } from '../../lib/age.ts';
import { call } from '../../lib/call.ts';
import { useSend } from '../../lib/send-context.tsx';
import { trackingQuery, useModeWrite } from './queries.ts';

interface Asked {
  readonly commandId: number;
  readonly startedMs: number;
  readonly confirmByMs: number;
  readonly lastsS: number;
}

/** How active tracking stands: `waiting` for the unit, `on`, or ended because it did not answer or refused. */
export type TrackingPhase = 'off' | 'waiting' | 'on' | 'no-answer' | 'refused';

const FAILED: Partial<Record<Command['state'], TrackingPhase>> = {
  'timed-out': 'no-answer',
  expired: 'no-answer',
  failed: 'refused',
};

/**
 * MAP-010, MAP-011: asked of one unit at a time; it ends on request, with the card, or after 15 minutes unless somebody goes on. Used with
 * the unit as its key: what ends it tells the unit.
 */
export function useActiveTracking(imei: string) {
  const send = useSend();
  const now = useNow();
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useQuery(trackingQuery(send, imei, asked !== null));
  const command = asked && query.data?.command?.id === asked.commandId ? query.data.command : null;
  const order = useModeWrite((by, state: 0 | 1) => call(by, 'modes.active-tracking', { body: { imei, state } }));
  const { mutate } = order;
  const start = (sinceMs?: number): void =>
    mutate(1, {
      onSuccess: (answer) => {
        const startedMs = sinceMs ?? Date.now();
        setAsked({ commandId: answer.command_id, startedMs, confirmByMs: Date.parse(answer.confirm_by), lastsS: answer.lasts_s });
      },
    });
  const stop = (): void => {
    setAsked(null);
    mutate(0);
  };
  const isOn = command?.state === 'acknowledged';
  const phase: TrackingPhase = !asked
    ? 'off'
    : isOn
      ? 'on'
      : ((command && FAILED[command.state]) ?? (now > asked.confirmByMs ? 'no-answer' : 'waiting'));
  const isOver = phase === 'on' && asked !== null && now - asked.startedMs > ACTIVE_TRACKING_S * 1000;
  // The unit stops by itself before somebody is asked: it is told to go on meanwhile.
  const againAtMs = asked && phase === 'on' ? Date.parse(command?.ended_at ?? '') + asked.lastsS * 1000 : null;
  const mustRenew = againAtMs !== null && !isOver && now > againAtMs && !order.isPending;
  const startedMs = asked?.startedMs;
  const goesOn = useRef(false);
  useEffect(() => {
    goesOn.current = phase === 'waiting' || phase === 'on';
  }, [phase]);
  useEffect(
    () => () => {
      if (goesOn.current) mutate(0);
    },
    [mutate],
  );
  useEffect(() => {
    if (mustRenew) start(startedMs);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each time that it is due
  }, [mustRenew]);
  return {
    phase,
    isOver,
    secondsLeft: asked ? Math.max(0, Math.ceil((asked.confirmByMs - now) / 1000)) : 0,
    error: order.error,
    isBusy: order.isPending,
    start: () => start(),
    goOn: () => start(),
    stop,
  };
}
