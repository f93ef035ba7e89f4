import type { AlarmReceiver, AssignableUnit } from '@spora/contract/alarms/receivers';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { startBrand } from '../../../lib/brand.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { listText } from '../../../lib/names.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useDraftForm, type DraftForm } from '../../../lib/use-draft-form.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile, changesInWords, isChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import field from '../../../ui/field.module.css';
import { Icon } from '../../../ui/icon.tsx';
import { PickField } from '../../../ui/pick-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TimeField } from '../../../ui/time-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { ClassSwitch } from './class-switch.tsx';
import {
  factsOf,
  formOf,
  inputOf,
  isSilent,
  isToldNothing,
  newReceiver,
  phoneText,
  receiverFaults,
  type ReceiverForm,
  type ToldOf,
  withUser,
} from './model.ts';
import { NewUnits } from './new-units.tsx';
import { NotSavedYet, PhoneField } from './phone-field.tsx';
import { SaveSilentDialog, ToldNothing } from './told-nothing.tsx';
import { type AlarmDevice, FEW_UNITS, saveNewReceiver, useReceiverWrite } from './queries.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useQuery } from '@tanstack/react-query';
import { kindsText } from './kinds-text.ts';
import { UserDialog } from './user-dialog.tsx';
import styles from './receivers.module.css';

const AFTER_MIN = [5, 10, 15, 30, 60, 120, 240] as const;
const OWN_FIELDS = ['name', 'email', 'phone', 'quiet_from', 'quiet_to', 'escalate_to', 'escalate_after_min', 'push_notification'];

type Draft = DraftForm<ReceiverForm>;

/** ALARM-012 to 019: a receiver, new or changed; of a unit or a sensor where it is opened from its page. */
export function ReceiverSheet(props: {
  receiver: AlarmReceiver | null;
  /** All of the account. */
  receivers: readonly AlarmReceiver[];
  of?: AlarmDevice;
  onClose: () => void;
  onAdded: (added: { id: number; name: string; told: ToldOf }) => void;
}): ReactNode {
  const { receiver, onClose } = props;
  const t = useT();
  const toasts = useToasts();
  const { receiverNeedsEmail } = startBrand().capabilities;
  // What the form was opened with: the list goes on.
  const [began, setBegan] = useState(receiver);
  const [isChoosing, setChoosing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  // An address that is not whole yet is told once the field is left.
  const [isEmailLeft, setEmailLeft] = useState(false);
  const write = useReceiverWrite(saveNewReceiver);
  const isNew = receiver === null && !props.of;
  const units = useQuery({ ...endpointQuery(useSend(), 'units.list', {}), enabled: isNew, retry: false }).data?.units ?? [];
  const ofAll = isNew && units.length > 0 && units.length <= FEW_UNITS;
  const [unitsOf, setUnitsOf] = useState<readonly AssignableUnit[] | null>(null);
  const { language } = useLanguage();
  const toldUnits = (told: readonly string[]): string =>
    told.length > FEW_UNITS ? t('ReceiverUnitCount', { gps: told.length, ble: 0 }) : listText(told, language);
  const send = (form: ReceiverForm, was?: Partial<AlarmReceiver>): void =>
    write.mutate(
      {
        ...inputOf(form, receiver?.id ?? null),
        of: isNew ? (unitsOf?.map(({ ID }) => ID) ?? (ofAll ? 'all' : [])) : [],
        ...(was ? { was } : {}),
        ...(props.of ? { terminal_id: props.of.id, device_type: props.of.device } : {}),
      },
      {
        onSuccess: ({ id, units: told }) => {
          const name = form.name.trim();
          const saved =
            told.length > 0 ? t('ReceiverUnitsSaved', { kinds: kindsText(form, t), units: toldUnits(told), name }) : t('Saved');
          toasts.show({ text: isSilent(form) ? t('ReceiverSavedSilent', { name }) : saved });
          if (receiver || told.length > 0) onClose();
          else props.onAdded({ id, name: form.name.trim(), told: form });
        },
      },
    );
  const { TimeZone: zone } = useUser();
  const draft = useDraftForm<ReceiverForm>({
    first: receiver ? formOf(receiver, zone) : newReceiver(zone),
    faultsOf: (form) => receiverFaults(form, receiverNeedsEmail),
    write,
    send: (form) => {
      if (isSilent(form) && !(began && isToldNothing(began))) setAsking(true);
      else send(form, began ? factsOf(began) : undefined);
    },
  });
  const { form, change } = draft;
  const close = useCarefulClose(draft.isUnsaved || (unitsOf !== null && !write.isSuccess), onClose);
  const theirs = isChangedMeanwhile(write.error) ? props.receivers.find(({ id }) => id === receiver?.id) : undefined;
  const faults = receiverFaults(form, receiverNeedsEmail);
  const isFaulty = Object.values(faults).some(Boolean);
  const chosenUser = receiver?.member?.name ?? (form.member_id === null ? null : form.name);
  return (
    <Sheet title={receiver ? t('ReceiverEditTitle') : t('ReceiverNew')} closeLabel={t('Close')} isOpen onClose={close}>
      <form ref={draft.place} className={styles['form']} noValidate onSubmit={draft.submit}>
        {chosenUser === null ? (
          !receiver && (
            <div>
              <Button icon="user" onClick={() => setChoosing(true)}>
                {t('ReceiverChooseUser')}
              </Button>
            </div>
          )
        ) : (
          <p className={styles['chosen']}>
            {t('ReceiverIsUser', { name: chosenUser })}
            {!receiver && (
              <Button isSmall onClick={() => change(newReceiver(zone))}>
                {t('ReceiverNotUser')}
              </Button>
            )}
          </p>
        )}
        <TextField
          label={t('UserName')}
          name="name"
          autoComplete="off"
          maxLength={50}
          value={form.name}
          onChange={(event) => draft.set('name', event.target.value)}
          error={draft.errorOf('name')}
        />
        <TextField
          label={t('Email')}
          name="email"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={form.email}
          onChange={(event) => draft.set('email', event.target.value)}
          onBlur={() => setEmailLeft(true)}
          error={
            draft.errorOf('email') ?? (isEmailLeft && form.email.trim() !== '' && faults['email'] ? t('EnterValidEmail') : null)
          }
        />
        <PhoneField
          dialCode={form.country_code}
          phone={form.phone}
          onDialCode={(code) => draft.set('country_code', code)}
          onPhone={(phone) => draft.set('phone', phone)}
          error={draft.errorOf('phone')}
        />
        <p className={styles['soft']}>{t(receiverNeedsEmail ? 'ReceiverRulesEmail' : 'ReceiverRules')}</p>
        <Switches draft={draft} receiver={receiver} />
        {isNew && units.length > 0 && (
          <NewUnits usual={ofAll ? units.map(({ name }) => name) : []} chosen={unitsOf} onChange={setUnitsOf} />
        )}
        <Quiet draft={draft} />
        <Escalation draft={draft} others={props.receivers.filter(({ id }) => id !== receiver?.id)} />
        {began && theirs && (
          <Meanwhile
            began={began}
            theirs={theirs}
            receivers={props.receivers}
            onTakeTheirs={() => {
              setBegan(theirs);
              draft.rebase(formOf(theirs, zone));
              write.reset();
            }}
            onOverwrite={() => send(form)}
          />
        )}
        {!theirs && <FailureBanner failure={write.error} ownFields={OWN_FIELDS} onRetry="submit" />}
        <NotSavedYet
          faults={faults}
          dialCode={form.country_code}
          phone={form.phone}
          onPhone={(phone) => draft.set('phone', phone)}
        />
        <div className={styles['ends']}>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" disabled={isFaulty} isBusy={write.isPending}>
            {write.isPending ? t('Saving') : t('Save')}
          </Button>
        </div>
      </form>
      {isAsking && (
        <SaveSilentDialog
          name={form.name.trim()}
          onClose={() => setAsking(false)}
          onSave={(withSecurity) => {
            setAsking(false);
            if (withSecurity) draft.set('security', true);
            send(withSecurity ? { ...form, security: true } : form, began ? factsOf(began) : undefined);
          }}
        />
      )}
      {isChoosing && (
        <UserDialog
          receivers={props.receivers}
          onClose={() => setChoosing(false)}
          onChoose={(user) => {
            setChoosing(false);
            change(withUser(form, user));
          }}
        />
      )}
    </Sheet>
  );
}

/** ALARM-016: push is for users with a browser that takes it. */
function Switches({ draft, receiver }: { draft: Draft; receiver: AlarmReceiver | null }): ReactNode {
  const t = useT();
  const { form, set } = draft;
  const member = receiver?.member;
  // The last browser may have gone since the form was opened.
  const fault = draft.errorOf('push_notification');
  return (
    <fieldset className={styles['group']}>
      <legend>{t('ReceiverWhat')}</legend>
      <div className={styles['switches']}>
        {isSilent(form) && <ToldNothing name={form.name.trim()} onSecurity={() => set('security', true)} />}
        <ClassSwitch of="security" isOn={form.security} onChange={(isOn) => set('security', isOn)} />
        <ClassSwitch of="function" isOn={form.function} onChange={(isOn) => set('function', isOn)} />
        <p className={styles['soft']}>{t('ReceiverKindsHelp')}</p>
        {member && (
          <>
            <Switch
              label={t('ReceiverPush')}
              isOn={form.push && member.push_id !== null}
              isDisabled={member.push_id === null}
              onChange={(isOn) => set('push', isOn)}
            />
            {fault !== null && (
              <p className={field['error']} role="alert">
                <Icon name="alert" size={13} />
                {fault}
              </p>
            )}
            {member.push_id === null && <PushIsOff member={member} />}
          </>
        )}
        {!member && <p className={styles['soft']}>{t(form.member_id === null ? 'ReceiverPushUsers' : 'ReceiverPushLater')}</p>}
      </div>
    </fieldset>
  );
}

/** Push is turned on by whom it is for, in the browser that shows it. */
function PushIsOff({ member }: { member: NonNullable<AlarmReceiver['member']> }): ReactNode {
  const t = useT();
  const isOwn = member.id === useUser().ID;
  return (
    <p className={styles['soft']}>
      {isOwn ? t('ReceiverNoPushOwn') : t('ReceiverNoPush', { name: member.name })}{' '}
      {isOwn && (
        <PageLink to={ADDRESSES.profile} hash="push">
          {t('ReceiverPushOpen')}
        </PageLink>
      )}
    </p>
  );
}

/** ALARM-036: function alarms wait, security alarms do not. */
function Quiet({ draft }: { draft: Draft }): ReactNode {
  const t = useT();
  const { form, set, errorOf } = draft;
  return (
    <fieldset className={styles['group']}>
      <legend>{t('ReceiverQuiet')}</legend>
      <p className={styles['soft']}>{t('ReceiverQuietHelp')}</p>
      <div className={styles['pair']}>
        <TimeField
          label={t('ReceiverQuietFrom')}
          value={form.quiet_from}
          onChange={(value) => set('quiet_from', value)}
          error={errorOf('quiet_from')}
        />
        <TimeField
          label={t('ReceiverQuietTo')}
          value={form.quiet_to}
          onChange={(value) => set('quiet_to', value)}
          error={errorOf('quiet_to')}
        />
      </div>
      {!form.function && (form.quiet_from !== '' || form.quiet_to !== '') && <NothingHeld>{t('ReceiverQuietIdle')}</NothingHeld>}
    </fieldset>
  );
}

/** ALARM-036: whom a security alarm goes to when nobody has handled it. */
function Escalation({ draft, others }: { draft: Draft; others: readonly AlarmReceiver[] }): ReactNode {
  const t = useT();
  const { form, set, errorOf } = draft;
  if (others.length === 0) return null;
  const minutes = AFTER_MIN.some((each) => String(each) === form.escalate_after_min)
    ? AFTER_MIN
    : [...AFTER_MIN, Number(form.escalate_after_min)].toSorted((a, b) => a - b);
  return (
    <fieldset className={styles['group']}>
      <legend>{t('ReceiverEscalation')}</legend>
      <p className={styles['soft']}>{t('ReceiverEscalationHelp')}</p>
      <div className={styles['pair']}>
        <PickField
          label={t('ReceiverEscalateTo')}
          value={form.escalate_to}
          noneText={t('ReceiverEscalateNobody')}
          options={others.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(value) => set('escalate_to', value)}
          error={errorOf('escalate_to')}
        />
        {form.escalate_to !== '' && (
          <SelectField
            label={t('ReceiverEscalateAfter')}
            value={form.escalate_after_min}
            onChange={(event) => set('escalate_after_min', event.target.value)}
            error={errorOf('escalate_after_min')}
          >
            {minutes.map((each) => (
              <option key={each} value={each}>
                {t('ReceiverMinutes', { count: each })}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      {!form.security && form.escalate_to !== '' && <NothingHeld>{t('ReceiverEscalationIdle')}</NothingHeld>}
    </fieldset>
  );
}

/** What is chosen for alarms that this receiver does not get changes nothing. */
const NothingHeld = ({ children }: { children: string }): ReactNode => (
  <p className={styles['soft']} role="status">
    {children}
  </p>
);

/** ERR-041: what somebody else has made of the receiver: each thing once, of whichever of its fields it was. */
function Meanwhile(props: {
  began: AlarmReceiver;
  theirs: AlarmReceiver;
  receivers: readonly AlarmReceiver[];
  onTakeTheirs: () => void;
  onOverwrite: () => void;
}): ReactNode {
  const { theirs } = props;
  const t = useT();
  const yesNo = (value: 0 | 1): string => (value === 1 ? t('UnitYes') : t('UnitNo'));
  const next = props.receivers.find(({ id }) => id === theirs.escalate_to);
  const after = theirs.escalate_after_min;
  return (
    <ChangedMeanwhile
      changes={changesInWords<AlarmReceiver>(factsOf(props.began), theirs, [
        [['name'], t('UserName'), theirs.name],
        [['email'], t('Email'), theirs.email],
        [['phone', 'country_code'], t('PhoneNumber'), phoneText(theirs)],
        [['security_alarm'], t('SecurityAlarms'), yesNo(theirs.security_alarm)],
        [['function_alarm'], t('FunctionAlarms'), yesNo(theirs.function_alarm)],
        [['push_notification'], t('ReceiverPush'), yesNo(theirs.push_notification)],
        [
          ['quiet_from', 'quiet_to'],
          t('ReceiverQuiet'),
          theirs.quiet_from !== null && theirs.quiet_to !== null ? `${theirs.quiet_from}–${theirs.quiet_to}` : '',
        ],
        [
          ['escalate_to', 'escalate_after_min'],
          t('ReceiverEscalateTo'),
          next && after !== null ? `${next.name}, ${t('ReceiverMinutes', { count: after })}` : t('ReceiverEscalateNobody'),
        ],
      ])}
      onTakeTheirs={props.onTakeTheirs}
      onOverwrite={props.onOverwrite}
    />
  );
}
