import type { Refuelling } from '@spora/contract/refuelling/endpoints';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { mayLeave } from '../../../lib/unsaved.ts';
import { Sheet } from '../../../ui/dialog.tsx';
import { PickField } from '../../../ui/pick-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import type { Draft } from '../model.ts';
import { refuellingsQuery, useRefuellingChanges } from '../queries.ts';
import { RefuellingForm } from '../components/refuelling-form.tsx';
import styles from '../components/refuelling.module.css';

/** A unit to choose: with its number and how it is called. */
export interface UnitChoice {
  readonly imei: string;
  readonly label: string;
}

const NO_DRAFT: Draft = { fuel_type: null, odometer_km: null, currency: 'SEK' };

/** An entry, new or to be changed. With several units the driver says first which one it was. */
export function RefuellingSheet(props: {
  units: readonly UnitChoice[];
  entry?: Refuelling | null;
  /** The one that it most likely was; it can be changed. */
  first?: string | undefined;
  /** Whether the list of what was filled is shown behind it. */
  isBesideList?: boolean;
  onClose: () => void;
}): ReactNode {
  const { units, entry = null, first = '', onClose } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const [imei, setImei] = useState(units.length === 1 ? (units[0]?.imei ?? '') : first);
  const { remove } = useRefuellingChanges(imei);
  const close = (): void => void mayLeave().then((isYes) => isYes && onClose());
  const failed = (error: unknown) => toasts.show({ text: errors.text(error), tone: 'danger' });
  const saved = (id: number): void => {
    const unit = units.find((each) => each.imei === imei);
    toasts.show({
      text: props.isBesideList || !unit ? t('RefuellingSaved') : t('RefuellingSavedOf', { unit: unit.label }),
      // One that was there before is changed back in its form.
      ...(entry === null && { action: { label: t('Undo'), run: () => void remove.mutateAsync({ id }).catch(failed) } }),
    });
    onClose();
  };
  return (
    <Sheet title={entry ? t('RefuellingEdit') : t('RefuellingAdd')} closeLabel={t('Close')} isOpen onClose={close}>
      <div className={styles['form']}>
        {units.length > 1 && (
          <PickField
            label={t('Unit')}
            value={imei}
            noneText={t('ChooseUnit')}
            help={imei === '' ? t('RefuellingUnitFirst') : undefined}
            options={units.map((unit) => ({ value: unit.imei, label: unit.label }))}
            onChange={(value) => void mayLeave().then((isYes) => isYes && setImei(value))}
          />
        )}
        {imei === '' ? (
          // What will be asked is seen at once; whose it is comes first.
          <RefuellingForm imei="" draft={NO_DRAFT} entry={null} now={null} onClose={close} onSaved={onClose} isIdle />
        ) : (
          <OfUnit key={imei} imei={imei} entry={entry} onClose={close} onSaved={saved} />
        )}
      </div>
    </Sheet>
  );
}

function OfUnit(props: {
  imei: string;
  entry: Refuelling | null;
  onClose: () => void;
  onSaved: (id: number) => void;
}): ReactNode {
  const query = useInfiniteQuery(refuellingsQuery(useSend(), props.imei));
  const draft = query.data?.pages[0]?.draft;
  // Where somebody else has changed the entry meanwhile, the list has it as it is by now.
  const now = query.data?.pages.flatMap(({ rows }) => rows).find(({ id }) => id === props.entry?.id);
  // When a private trip of somebody else's had taken the unit there is not told.
  const newest = query.data?.pages[0]?.rows[0];
  const last = props.entry === null && newest && !newest.is_masked ? newest : null;
  if (draft)
    return <RefuellingForm {...props} draft={draft} now={now ?? null} last={last} before={query.data?.pages[0]?.rows ?? []} />;
  return <NotLoaded query={query} heights={[320]} isPart />;
}
