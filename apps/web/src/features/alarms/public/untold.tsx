import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { listText } from '../../../lib/names.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { ChooseReceivers } from './choose-receivers.tsx';
import { TellMe } from './tell-me.tsx';

type Untold = DataOf<'alarms.untold'>['units'][number];
/** Of these units, where one of these alarms would be told to nobody. */
export type UntoldOf = (imeis: readonly string[], kinds: readonly Untold['kind'][]) => readonly Untold[];

const NONE: readonly Untold[] = [];
const REASONS = ['nobody', 'no-credits', 'no-device', 'off'] as const satisfies readonly Untold['reason'][];
/** So many units are named. */
const NAMED_MAX = 3;

/** Of which units nobody is told; empty until it is known. It is asked for anew each time: receivers are chosen on another page. */
export function useUntold(): UntoldOf {
  const units = useQuery({ ...endpointQuery(useSend(), 'alarms.untold', {}), staleTime: 0 }).data?.units ?? NONE;
  return (imeis, kinds) => units.filter(({ imei, kind }) => imeis.includes(imei) && kinds.includes(kind));
}

/** How many units raise security alarms that nobody receives; 0 until it is known. */
export function useUnreceived(): number {
  const units = useQuery({ ...endpointQuery(useSend(), 'alarms.untold', {}), staleTime: 0 }).data?.units ?? NONE;
  return new Set(units.filter(({ reason, kind }) => reason === 'nobody' && kind === 'zone-left').map(({ imei }) => imei)).size;
}

/** Says that an alarm that is set up would reach nobody, of which units, and mends it at a press, or says where. */
export function UntoldBanner(props: {
  untold: readonly Untold[];
  nameOf: (imei: string) => string;
  /** The unit is the one that is shown. */ isOfShown?: boolean;
}): ReactNode {
  const t = useT();
  const { language } = useLanguage();
  const { IsAdmin: isAdmin } = useUser();
  return REASONS.map((reason) => {
    const imeis = [...new Set(props.untold.filter((each) => each.reason === reason).map(({ imei }) => imei))];
    if (imeis.length === 0) return null;
    const names = imeis.slice(0, NAMED_MAX).map(props.nameOf);
    const units = imeis.length > NAMED_MAX ? `${names.join(', ')} +${imeis.length - NAMED_MAX}` : listText(names, language);
    const isMendedHere = reason !== 'off' && isAdmin;
    return (
      <Banner
        key={reason}
        tone="warning"
        action={isMendedHere && <TellMe isFor={({ Imei }) => imeis.includes(Imei)} units={units} />}
      >
        {reason === 'nobody' && props.isOfShown ? t('UntoldShown') : t(`Untold-${reason}`, { units })}{' '}
        {reason !== 'off' && (isAdmin ? <ChooseReceivers /> : t('UntoldAskAdmin'))}
      </Banner>
    );
  });
}
