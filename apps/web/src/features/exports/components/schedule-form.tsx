import { SCHEDULE_NAME_MAX } from '@spora/contract/limits';
import type { TripFilterInput } from '@spora/contract/trips/endpoints';
import { LANGUAGE_FACTS, LANGUAGES } from '@spora/messages/languages';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useErrorText, useLanguage, useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile, differences, isChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { PickBoxes } from '../../../ui/pick-boxes.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import {
  type ReportFilterInput,
  saveSchedule,
  type Scheduled,
  type Schedule,
  type ScheduleBody,
  useScheduleWrite,
} from '../queries.ts';
import { withTheirs } from '../../../lib/with-theirs.ts';
import styles from './schedules.module.css';

/** As the contract lists them; named here so that the screen loads no schemas. */
const EVERY = ['day', 'week', 'month'] as const satisfies readonly ScheduleBody['every'][];
const FORMATS = ['csv', 'xlsx', 'pdf'] as const satisfies readonly ScheduleBody['format'][];

interface Person {
  readonly id: number;
  readonly name: string;
}

const bodyOf = (schedule: Schedule): ScheduleBody => ({
  name: schedule.name,
  every: schedule.every,
  format: schedule.format,
  language: schedule.language,
  recipient_ids: schedule.recipients.map(({ id }) => id),
  is_paused: schedule.is_paused,
});

/** ERR-041: what somebody else has made of it. */
function ScheduleChanged(props: {
  began: ScheduleBody;
  theirs: Schedule;
  onTakeTheirs: () => void;
  onOverwrite: () => void;
}): ReactNode {
  const { theirs } = props;
  const t = useT();
  const texts: Readonly<Partial<Record<keyof ScheduleBody, readonly [string, string]>>> = {
    name: [t('ScheduleName'), theirs.name],
    every: [t('ScheduleEvery'), t(`ScheduleEvery-${theirs.every}`)],
    format: [t('ScheduleFormat'), t(`ExportAs-${theirs.format}`)],
    language: [t('ScheduleLanguage'), LANGUAGE_FACTS[theirs.language].name],
    recipient_ids: [t('ScheduleRecipients'), theirs.recipients.map(({ name }) => name).join(', ')],
    is_paused: [t('SchedulePause'), theirs.is_paused ? t('UnitYes') : t('UnitNo')],
  };
  const changes = differences<ScheduleBody>(props.began, bodyOf(theirs)).flatMap((field) => {
    const text = texts[field];
    return text ? [{ label: text[0], value: text[1] }] : [];
  });
  return <ChangedMeanwhile changes={changes} onTakeTheirs={props.onTakeTheirs} onOverwrite={props.onOverwrite} />;
}

/** TRIP-016: what is sent, how often and to whom. What was typed stays when the server refuses it. */
export function ScheduleForm(props: {
  schedule: Schedule | null;
  /** As it stands by now, where somebody else may have changed it. */
  now: Schedule | null;
  members: readonly Person[];
  filter: TripFilterInput | ReportFilterInput;
  report: Scheduled;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}): ReactNode {
  const { schedule, members, onDirty, onDone } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const { language } = useLanguage();
  const user = useUser();
  const [began, setBegan] = useState(() => schedule && bodyOf(schedule));
  const [body, setBody] = useState<ScheduleBody>(
    () => began ?? { name: '', every: 'month', format: 'pdf', language, recipient_ids: [user.ID], is_paused: false },
  );
  const [replaces, setReplaces] = useState(false);
  const save = useScheduleWrite(saveSchedule);
  // What was mended since it was refused is not complained of any longer.
  const [mended, setMended] = useState<readonly string[]>([]);
  const refused = errors.fields(save.error);
  const fields = Object.fromEntries(Object.entries(refused).filter(([field]) => !mended.includes(field)));
  const change = (part: Partial<ScheduleBody>): void => {
    setBody({ ...body, ...part });
    setMended([...mended, ...Object.keys(part)]);
    onDirty(true);
  };
  const recipients = body.recipient_ids as readonly number[];
  // One who has left since is shown, so that they can be taken away.
  const choices = [...members, ...(schedule?.recipients ?? []).filter(({ id }) => !members.some((one) => one.id === id))];
  const write = (was: Partial<ScheduleBody> | null): void => {
    const { from: _from, to: _to, ...filter } = props.filter as TripFilterInput;
    const sent = { ...body, ...(replaces ? { filter } : {}), ...(was ? { was } : {}) };
    const input = { id: schedule?.id ?? null, body: sent, report: props.report, filter };
    setMended([]);
    save.mutate(input, {
      onSuccess: () => {
        toasts.show({ text: t('ScheduleSaved') });
        onDone();
      },
    });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!save.isPending) write(began);
  };
  const theirs = isChangedMeanwhile(save.error) && props.now;
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <TextField
        label={t('ScheduleName')}
        name="name"
        maxLength={SCHEDULE_NAME_MAX}
        value={body.name}
        error={fields['name'] ?? null}
        onChange={(event) => change({ name: event.target.value })}
      />
      <SelectField
        label={t('ScheduleEvery')}
        value={body.every}
        onChange={(event) => change({ every: event.target.value as ScheduleBody['every'] })}
      >
        {EVERY.map((every) => (
          <option key={every} value={every}>
            {t(`ScheduleEvery-${every}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('ScheduleFormat')}
        value={body.format}
        onChange={(event) => change({ format: event.target.value as ScheduleBody['format'] })}
      >
        {FORMATS.map((format) => (
          <option key={format} value={format}>
            {t(`ExportAs-${format}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('ScheduleLanguage')}
        value={body.language}
        onChange={(event) => change({ language: event.target.value as ScheduleBody['language'] })}
      >
        {LANGUAGES.map((code) => (
          <option key={code} value={code} lang={LANGUAGE_FACTS[code].html}>
            {LANGUAGE_FACTS[code].name}
          </option>
        ))}
      </SelectField>
      <fieldset className={styles['boxes']}>
        <legend>{t('ScheduleRecipients')}</legend>
        <PickBoxes
          label={t('ScheduleRecipients')}
          noneText="–"
          options={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
          selected={recipients.map(String)}
          onChange={(ids) => change({ recipient_ids: ids.map(Number) })}
        />
        <p className={styles['soft']}>{t('ScheduleOnlyMembers')}</p>
      </fieldset>
      {fields['recipient_ids'] && <p role="alert">{fields['recipient_ids']}</p>}
      <p className={styles['soft']}>{t(props.report === 'log' ? 'SchedulePrivate' : 'ScheduleReportPrivate')}</p>
      {schedule ? (
        <>
          <CheckBox
            label={t(props.report === 'log' ? 'ScheduleFilterReplace' : 'ScheduleReportReplace')}
            checked={replaces}
            onChange={(isChecked) => {
              setReplaces(isChecked);
              onDirty(true);
            }}
          />
          <CheckBox
            label={t('SchedulePause')}
            checked={body.is_paused ?? false}
            onChange={(isChecked) => change({ is_paused: isChecked })}
          />
        </>
      ) : (
        <p className={styles['soft']}>
          {t(props.report === 'log' ? 'ScheduleFilterNow' : 'ScheduleReportNow')} {t(`SchedulePeriod-${body.every}`)}
        </p>
      )}
      {began && theirs && (
        <ScheduleChanged
          began={began}
          theirs={theirs}
          onTakeTheirs={() => {
            setBegan(bodyOf(theirs));
            setBody(withTheirs(began, body, bodyOf(theirs)));
            save.reset();
          }}
          onOverwrite={() => write(null)}
        />
      )}
      {save.error && !theirs && Object.keys(refused).length === 0 && <FailureBanner failure={save.error} onRetry="submit" />}
      <div className={styles['foot']}>
        <Button onClick={onDone}>{t('Cancel')}</Button>
        <Button type="submit" look="primary" isBusy={save.isPending}>
          {t('Save')}
        </Button>
      </div>
    </form>
  );
}
