import { SHARE_LABEL_MAX, SHARE_MINUTES } from '@spora/contract/limits';
import type { ShareLinkInput } from '@spora/contract/sharing/endpoints';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { endpointQuery, queriesOf } from '../../../lib/endpoint-query.ts';
import { useErrorText, useLanguage, useT } from '../../../lib/i18n.tsx';
import { collatorOf } from '../../../lib/names.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PickBoxes } from '../../../ui/pick-boxes.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useDestination } from '../use-destination.ts';
import { NothingToShow } from './nothing-to-show.tsx';
import { PassOn } from './pass-on.tsx';
import { DestinationField } from './destination-field.tsx';
import field from '../../../ui/field.module.css';
import styles from './share.module.css';

/** CONST-057, and between them what a visit to a customer or half a day takes. */
const PRESETS = [15, 60, 120, 240, 480, 1440] as const;
const CUSTOM = 0;

/** MAP-035: what a link is to show, and for how long. */
export function ShareForm(props: {
  imei: string;
  endedIds: readonly number[];
  /** A link is ready: here it is passed on. */
  onMade: (id: number) => void;
}): ReactNode {
  const { imei, endedIds, onMade } = props;
  const t = useT();
  const errors = useErrorText();
  const send = useSend();
  const client = useQueryClient();
  const [imeis, setImeis] = useState<readonly string[]>([imei]);
  const [wasTried, setTried] = useState(false);
  const [preset, setPreset] = useState<number>(60);
  const [hours, setHours] = useState('1');
  const [title, setTitle] = useState('');
  const [showsNames, setShowsNames] = useState(true);
  const [withTrail, setWithTrail] = useState(false);
  const { IsPrivatePerson: isPrivatePerson, PrivateIsClosed: isClosed } = useUser();
  const mayShowOwn = isPrivatePerson === true && isClosed !== true;
  const [withOwnPrivate, setWithOwnPrivate] = useState(mayShowOwn);
  const destination = useDestination();
  const destinationField = useRef<HTMLInputElement>(null);
  // What was typed, as opposed to chosen, and as it went into the link that was made last.
  const typed = `${title.trim()}\n${destination.typed.trim()}`;
  const [kept, setKept] = useState('\n');
  useUnsavedChanges(typed !== '\n' && typed !== kept);
  const make = useMutation({
    mutationFn: (body: ShareLinkInput) => call(send, 'sharing.make', { body }),
    onSuccess: ({ id }) => {
      setKept(typed);
      onMade(id);
      return client.invalidateQueries(queriesOf('sharing'));
    },
  });
  const minutes = preset === CUSTOM ? Math.round(Number(hours.replace(',', '.')) * 60) : preset;
  const isTooLong = !(minutes >= SHARE_MINUTES.min && minutes <= SHARE_MINUTES.max);
  const fields = make.isError ? errors.fields(make.error) : {};
  const { data: open } = useQuery(endpointQuery(send, 'sharing.list', {}));
  const made = open?.links.find(({ id }) => id === make.data?.id);
  const isReady = make.data !== undefined && !endedIds.includes(make.data.id);
  /** Another time begins at the one that was chosen. */
  const choose = (next: number): void => {
    if (next === CUSTOM && preset !== CUSTOM) setHours(String(Math.max(1, preset / 60)));
    setPreset(next);
  };
  const submit = async (): Promise<void> => {
    setTried(true);
    if (make.isPending || destination.isSearching || isTooLong || imeis.length === 0) return;
    const settled = await destination.settle();
    const shown = { shows_names: showsNames, with_trail: withTrail, ...(withOwnPrivate ? { with_own_private: true } : {}) };
    if (settled) make.mutate({ imeis: [...imeis], minutes, title, ...shown, ...settled });
    else destinationField.current?.focus();
  };
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className={styles['soft']}>
        {t('ShareLead', { count: imeis.length })}
        {!mayShowOwn && ` ${t('SharePrivateNever')}`}
      </p>
      <UnitsToShare imeis={imeis} onChange={setImeis} error={wasTried && imeis.length === 0 ? t('SelectUnit') : null} />
      <div className={styles['time']}>
        <SelectField label={t('ShareFor')} value={preset} onChange={(event) => choose(Number(event.target.value))}>
          {PRESETS.map((each) => (
            <option key={each} value={each}>
              {t(`ShareFor${each}`)}
            </option>
          ))}
          <option value={CUSTOM}>{t('ShareForCustom')}</option>
        </SelectField>
        {preset === CUSTOM && (
          <TextField
            label={t('ShareHours')}
            help={t('ShareHoursHelp')}
            inputMode="decimal"
            value={hours}
            onChange={(event) => setHours(event.target.value)}
            error={isTooLong ? t('ShareMinutes') : null}
          />
        )}
      </div>
      <TextField
        label={t('ShareHeading')}
        help={t('ShareHeadingHelp')}
        value={title}
        maxLength={SHARE_LABEL_MAX}
        autoComplete="off"
        onChange={(event) => setTitle(event.target.value)}
      />
      <CheckBox label={t('ShareNames', { count: imeis.length })} checked={showsNames} onChange={setShowsNames} />
      <CheckBox label={t('ShareTrail')} checked={withTrail} onChange={setWithTrail} />
      {mayShowOwn && (
        <CheckBox
          label={t('ShareOwnPrivate')}
          help={t('ShareOwnPrivateHelp')}
          checked={withOwnPrivate}
          onChange={setWithOwnPrivate}
        />
      )}
      <DestinationField destination={destination} inputRef={destinationField} />
      {Object.keys(fields).length > 0 ? (
        <Banner tone="danger">{Object.values(fields)[0]}</Banner>
      ) : (
        <FailureBanner failure={make.error} onRetry="submit" />
      )}
      {!isReady && <NothingToShow imeis={imeis} withOwnPrivate={withOwnPrivate} />}
      <div>
        {/* Pressed once more it makes a second link. */}
        <Button type="submit" {...(isReady ? {} : { look: 'primary' as const })} isBusy={make.isPending}>
          {t(isReady ? 'ShareMakeAnother' : 'ShareMake')}
        </Button>
      </div>
      {isReady && (
        <Banner tone="success">
          <p className={styles['soft']}>{t('ShareMade')}</p>
          <p className={styles['address']} data-share-link>
            {make.data.url}
          </p>
          <div className={styles['line']}>
            <PassOn address={make.data.url} link={made} />
          </div>
        </Banner>
      )}
    </form>
  );
}

function UnitsToShare(props: {
  imeis: readonly string[];
  onChange: (imeis: readonly string[]) => void;
  error: string | null;
}): ReactNode {
  const t = useT();
  const { data } = useQuery(endpointQuery(useSend(), 'tracking.fleet', { query: {} }));
  const byName = collatorOf(useLanguage().language);
  const options = (data?.units?.imei ?? [])
    .flatMap((value, index) => (value === null ? [] : [{ value, label: data?.units?.name[index] ?? value }]))
    .toSorted((a, b) => byName.compare(a.label, b.label));
  if (options.length < 2) return null;
  return (
    <div role="group" aria-label={t('ShareUnits')} className={field['field']}>
      <span className={field['label']} aria-hidden="true">
        {t('ShareUnits')}
      </span>
      <PickBoxes label={t('ShareUnits')} noneText="–" options={options} selected={props.imeis} onChange={props.onChange} />
      {props.error && (
        <p className={field['error']} role="alert">
          <Icon name="alert" size={14} />
          {props.error}
        </p>
      )}
    </div>
  );
}
