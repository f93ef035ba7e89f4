import type { UnitRow } from '@spora/contract/units/endpoints';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';
import { Button } from '../../ui/button.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { idsOf, type ReportSearch } from './public/report-search.ts';

/** Another room's form, fetched when somebody wants it. */
const RefuellingSheet = lazy(() =>
  import('../refuelling/public/refuelling-sheet.tsx').then((module) => ({ default: module.RefuellingSheet })),
);

/** Asked for when the button is pressed: the report itself needs none of it. */
const rowsQuery = (send: Send) => endpointQuery(send, 'units.rows', { query: {} });

/**
 * TRIP-035: writes down a filling where it is missed. Of several units none is chosen but the one that the report is narrowed to: a
 * filling is easily written down for the wrong one. Nothing where nobody has a unit yet.
 */
export function AddFilling({ search }: { search: ReportSearch }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const send = useSend();
  const client = useQueryClient();
  const [rows, setRows] = useState<readonly UnitRow[] | null>(null);
  const [isAsking, setAsking] = useState(false);
  const units = useQuery(endpointQuery(send, 'units.list', {}));
  if (units.data?.units.length === 0) return null;
  const open = async (): Promise<void> => {
    setAsking(true);
    try {
      setRows((await client.fetchQuery(rowsQuery(send))).units);
    } catch (error) {
      toasts.show({ tone: 'danger', text: errors.text(error) });
    } finally {
      setAsking(false);
    }
  };
  return (
    <>
      <Button icon="fuel" isBusy={isAsking} onClick={() => void open()}>
        {t('FuelAddFilling')}
      </Button>
      {rows && <Filling rows={rows} asked={idsOf(search.unit)} onClose={() => setRows(null)} />}
    </>
  );
}

function Filling(props: { rows: readonly UnitRow[]; asked: readonly string[]; onClose: () => void }): ReactNode {
  const { rows, asked } = props;
  const units = rows.flatMap((unit) =>
    unit.imei === null || unit.kind === 'phone' ? [] : [{ imei: unit.imei, label: labelOf(unit) }],
  );
  const first = asked.length === 1 ? asked[0] : undefined;
  return (
    <Suspense>
      <RefuellingSheet units={units} first={first} onClose={props.onClose} />
    </Suspense>
  );
}

const labelOf = ({ name, registration_number }: { name: string; registration_number: string | null }): string =>
  registration_number && registration_number !== name ? `${name} (${registration_number})` : name;
