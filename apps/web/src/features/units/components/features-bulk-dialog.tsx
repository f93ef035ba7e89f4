import type { UnitFeature } from '@spora/contract/units/features';
import { UNIT_FEATURES } from '@spora/contract/units/values';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import type { Send } from '../../../lib/send.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { BookingsLost } from '../../bookings/public/bookings-lost.tsx';
import { forgetUnits, profilesQuery, unitRowsQuery } from '../queries.ts';
import bulk from './bulk.module.css';
import { FeatureChoice, useFeatureNames } from './feature-choice.tsx';
import styles from './features.module.css';

const ACTIONS = ['add', 'remove', 'replace'] as const;
type Action = (typeof ACTIONS)[number];
/** What is to be done with each unit: one of the actions with features, or a profile. */
type Wish = { readonly profile: number } | { readonly action: Action; readonly features: readonly UnitFeature[] };
interface Line {
  readonly imei: string;
  readonly name: string;
  readonly added: readonly UnitFeature[];
  readonly removed: readonly UnitFeature[];
  readonly refused: string | null;
}

async function askFor(send: Send, imeis: readonly string[], wish: Wish, commit: boolean): Promise<readonly Line[]> {
  if ('profile' in wish) {
    const body = { imeis: [...imeis], commit };
    return (await call(send, 'units.apply-feature-profile', { params: { id: wish.profile }, body })).units;
  }
  const body = { imeis: [...imeis], action: wish.action, values: [...wish.features], commit };
  const { units } = await call(send, 'units.bulk', { params: { field: 'features' }, body });
  return units.map(({ before, after, ...line }) => {
    const [had, gets] = [before.split(', '), after.split(', ')];
    return {
      ...line,
      added: UNIT_FEATURES.filter((feature) => gets.includes(feature) && !had.includes(feature)),
      removed: UNIT_FEATURES.filter((feature) => had.includes(feature) && !gets.includes(feature)),
    };
  });
}

/** FEAT-003, UNIT-013: features of many units, by hand or by a profile; first the difference of each unit, then the change. */
export function FeaturesBulkDialog(props: { imeis: readonly string[]; onClose: () => void }): ReactNode {
  const { onClose } = props;
  const t = useT();
  const send = useSend();
  const client = useQueryClient();
  // What the dialog was opened for stays, whatever the list behind it does.
  const [imeis] = useState(() => [...props.imeis]);
  const [wish, setWish] = useState<Wish>({ action: 'add', features: [] });
  const ask = useMutation({
    mutationFn: (commit: boolean) => askFor(send, imeis, wish, commit),
    onSuccess: (_lines, commit) => {
      if (!commit) return;
      forgetUnits(client);
      void client.invalidateQueries({ queryKey: ['units.get'] });
    },
  });
  const isDone = ask.isSuccess && ask.variables;
  const changes = ask.data?.filter(isChange).length ?? 0;
  return (
    <Dialog title={t('Bulk-features')} closeLabel={t('Close')} isOpen onClose={onClose}>
      {ask.data ? (
        <>
          <Result lines={ask.data} isDone={isDone} />
          <div className={bulk['ends']}>
            {isDone ? (
              <Button look="primary" onClick={onClose}>
                {t('Done')}
              </Button>
            ) : (
              <>
                <Button onClick={ask.reset}>{t('BulkBack')}</Button>
                <Button look="primary" disabled={changes === 0} isBusy={ask.isPending} onClick={() => ask.mutate(true)}>
                  {t('BulkCommit', { count: changes })}
                </Button>
              </>
            )}
          </div>
        </>
      ) : (
        <WishForm
          count={imeis.length}
          wish={wish}
          onWish={setWish}
          isBusy={ask.isPending}
          error={ask.error}
          onSubmit={() => ask.mutate(false)}
        />
      )}
    </Dialog>
  );
}

function WishForm(props: {
  count: number;
  wish: Wish;
  onWish: (wish: Wish) => void;
  isBusy: boolean;
  error: unknown;
  onSubmit: () => void;
}): ReactNode {
  const { wish, onWish } = props;
  const t = useT();
  const names = useFeatureNames();
  const { data } = useQuery(profilesQuery(useSend()));
  const [isTried, setTried] = useState(false);
  const isMissing = !('profile' in wish) && wish.features.length === 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isMissing && !props.isBusy) props.onSubmit();
  };
  const choose = (value: string): void => {
    const action = ACTIONS.find((each) => each === value);
    if (action) onWish({ action, features: 'profile' in wish ? [] : wish.features });
    else onWish({ profile: Number(value) });
  };
  const profile = 'profile' in wish ? data?.profiles.find(({ id }) => id === wish.profile) : undefined;
  return (
    <form className={bulk['form']} noValidate onSubmit={submit}>
      <p className={bulk['soft']}>{t('BulkLead', { count: props.count })}</p>
      <SelectField
        label={t('BulkAction')}
        value={'profile' in wish ? String(wish.profile) : wish.action}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="add">{t('BulkAdd')}</option>
        <option value="replace">{t('BulkReplace')}</option>
        <option value="remove">{t('BulkRemove')}</option>
        {data && data.profiles.length > 0 && (
          <optgroup label={t('FeatureProfileApply')}>
            {data.profiles.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
      </SelectField>
      {'profile' in wish ? (
        <p className={bulk['soft']}>{t('FeatureProfileHas', { features: names(profile?.features ?? []) })}</p>
      ) : (
        <FeatureChoice
          label={t('FeaturesTitle')}
          chosen={wish.features}
          onChange={(features) => onWish({ ...wish, features })}
          error={isTried && isMissing ? t('SelectFeature') : null}
        />
      )}
      {props.error !== null && <FailureBanner failure={props.error} onRetry="submit" />}
      <div className={bulk['ends']}>
        <Button type="submit" look="primary" isBusy={props.isBusy}>
          {t('BulkPreview')}
        </Button>
      </div>
    </form>
  );
}

/** ADM-011: what becomes of the bookings of units that are to be booked no more. */
function LostByLines({ lines }: { lines: readonly Line[] }): ReactNode {
  const unbooked = new Set(lines.filter(({ removed }) => removed.includes('booking')).map(({ imei }) => imei));
  const { data } = useQuery({ ...unitRowsQuery(useSend(), false), enabled: unbooked.size > 0 });
  const losses =
    data?.units.filter(({ imei }) => imei !== null && unbooked.has(imei)).map(({ id }) => ({ unit_id: id, user_id: null })) ?? [];
  return losses.length > 0 ? <BookingsLost losses={losses} /> : null;
}

const isChange = (line: Line): boolean => line.added.length + line.removed.length > 0;

/** Of each unit what it gains and loses; then which cannot take it and why; how many stay as they are. */
function Result({ lines, isDone }: { lines: readonly Line[]; isDone: boolean }): ReactNode {
  const t = useT();
  const names = useFeatureNames();
  const changed = lines.filter(isChange);
  const refused = lines.filter((line) => line.refused !== null);
  const same = lines.length - changed.length - refused.length;
  const reasonOf = (key: string | null): string =>
    key === 'UnitLocked' ? t('UnitLocked') : key === 'UnitHasNoTripLog' ? t('UnitHasNoTripLog') : t('SomethingWentWrong');
  return (
    <div className={bulk['form']}>
      <div role="status">
        {isDone ? (
          <Banner tone="success">{t('BulkDone', { count: changed.length })}</Banner>
        ) : (
          <p className={bulk['soft']}>{t('BulkWill', { count: changed.length })}</p>
        )}
      </div>
      <ul className={bulk['lines']}>
        {changed.map((line) => (
          <li key={line.imei} className={bulk['line']}>
            <strong>{line.name}</strong>
            {line.added.length > 0 && (
              <span className={styles['gain']}>
                <Icon name="plus" size={14} />
                {t('FeaturesGained', { features: names(line.added) })}
              </span>
            )}
            {line.removed.length > 0 && (
              <span className={styles['loss']}>
                <Icon name="close" size={14} />
                {t('FeaturesLost', { features: names(line.removed) })}
              </span>
            )}
          </li>
        ))}
        {refused.map((line) => (
          <li key={line.imei} className={bulk['line']}>
            <strong>{line.name}</strong>
            <span className={bulk['refused']}>
              <Icon name={line.refused === 'UnitLocked' ? 'lock' : 'alert'} size={14} />
              {reasonOf(line.refused)}
            </span>
          </li>
        ))}
      </ul>
      {!isDone && <LostByLines lines={changed} />}
      {same > 0 && <p className={bulk['soft']}>{t('BulkSame', { count: same })}</p>}
    </div>
  );
}
