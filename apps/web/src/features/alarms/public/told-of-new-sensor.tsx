import { brandOf } from '@spora/contract/brands';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { listText } from '../../../lib/names.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { sensorReceiversQuery } from '../receivers/queries.ts';
import { ChooseReceivers } from './choose-receivers.tsx';
import { toldOf, useWhoIsTold } from './who-is-told.ts';

/** Who gets the alarms of a unit, by name, where it is known: null otherwise. */
export function useToldOfUnit(imei: string | null): readonly string[] | null {
  const units = useQuery({ ...endpointQuery(useSend(), 'units.list', {}), enabled: imei !== null }).data?.units;
  const unitId = units?.find((unit) => unit.imei !== null && unit.imei === imei)?.id;
  return useWhoIsTold(unitId === undefined ? [] : [unitId], 'temperature');
}

/**
 * ALARM-029: whom the alarms of a sensor would reach that a unit is about to hear, and the way to choose another. One that is there
 * already (`sensorId`) may have receivers of its own.
 */
export function ToldOfNewSensor({ imei, sensorId }: { imei: string; sensorId?: number }): ReactNode {
  const t = useT();
  const { language } = useLanguage();
  const { IsAdmin: isAdmin, SubsiteID: subsiteId } = useUser();
  const own = useQuery({
    ...sensorReceiversQuery(useSend(), sensorId ?? 0),
    enabled: isAdmin && sensorId !== undefined,
    staleTime: 0,
  }).data?.alarmReceivers;
  const ofUnit = useToldOfUnit(isAdmin ? imei : null);
  const names = own && own.length > 0 ? toldOf(own, 'temperature', brandOf(subsiteId)).map(({ name }) => name) : ofUnit;
  if (!names || (sensorId !== undefined && !own)) return null;
  const link = <ChooseReceivers />;
  if (names.length === 0)
    return (
      <Banner tone="warning">
        {t('SensorToldNobody')} {link}
      </Banner>
    );
  return (
    <p>
      {t(own && own.length > 0 ? 'SensorTold' : 'SensorToldAsUnit', { names: listText(names, language) })} {link}
    </p>
  );
}
