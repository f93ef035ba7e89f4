import { ZONES_PER_UNIT } from '@spora/contract/zones/rules';
import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { UnitChoice as Choice } from '../../../ui/unit-choice.tsx';

type ZoneUnit = DataOf<'zones.units'>['units'][number];

/** GEO-015: the units of a zone. Those that cannot be chosen say why. */
export function UnitChoice(props: {
  units: readonly ZoneUnit[];
  chosen: readonly string[];
  onChange: (imeis: readonly string[]) => void;
  error: string | null;
}): ReactNode {
  const { units, ...choice } = props;
  const t = useT();
  const departmentOf = useDepartmentOf();
  return (
    <Choice
      {...choice}
      legend={t('ZoneUnits', { count: choice.chosen.length })}
      // The error says the same.
      help={choice.error === null ? t('ZoneUnitsHelp') : null}
      units={units.map(({ reason, ...unit }) => ({
        ...unit,
        department: departmentOf(unit.imei),
        reason: reason === null ? undefined : t(`ZoneUnitReason-${reason}`, { count: ZONES_PER_UNIT }),
      }))}
    />
  );
}

/** The department of a unit that can be chosen. */
function useDepartmentOf(): (imei: string) => string | null {
  const { data } = useQuery(endpointQuery(useSend(), 'units.list', {}));
  return useMemo(() => {
    const known = new Map((data?.units ?? []).map(({ imei, department }) => [imei, department ?? null]));
    return (imei) => known.get(imei) ?? null;
  }, [data]);
}
