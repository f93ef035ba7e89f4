import type { OverviewUnit } from '@spora/contract/maintenance/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { PickField } from '../../../ui/pick-field.tsx';
import { plansQuery } from '../plan-queries.ts';
import { PlanSheet } from './plan-sheet.tsx';

/** SRV-007: a plan from the overview: first of which unit, unless that is known, then the plan. */
export function AddPlan(props: { imei: string | null; units: readonly OverviewUnit[]; onClose: () => void }): ReactNode {
  const t = useT();
  const [imei, setImei] = useState(props.imei ?? '');
  const query = useQuery({ ...plansQuery(useSend(), imei), enabled: imei !== '' });
  if (imei !== '' && query.data) return <PlanSheet imei={imei} data={query.data} plan={null} onClose={props.onClose} />;
  return (
    <Sheet title={t('PlanAdd')} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <PickField
        label={t('OverviewUnit')}
        value={imei}
        noneText={t('OverviewPickUnit')}
        options={props.units.flatMap(({ imei: of, name, registration_number: plate }) =>
          of === null ? [] : [{ value: of, label: plate && plate !== name ? `${name} (${plate})` : name }],
        )}
        onChange={setImei}
      />
      {imei !== '' && <NotLoaded query={query} heights={[120]} isPart />}
    </Sheet>
  );
}
