import type { AlertNumber } from '@spora/contract/alarms/alert-numbers';
import { receiverPhoneFault } from '@spora/contract/alarms/receiver-phone';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { type FormFaults, useDraftForm } from '../../../lib/use-draft-form.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog, Sheet } from '../../../ui/dialog.tsx';
import { ChangedMeanwhile, meanwhileOf } from '../../../ui/changed-meanwhile.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { phoneText } from '../../../lib/phone-text.ts';
import { usualDialCode } from './model.ts';
import { ClassSwitch } from './class-switch.tsx';
import { PhoneField } from './phone-field.tsx';
import styles from './receivers.module.css';

type Open = { readonly what: 'edit' | 'remove'; readonly number: AlertNumber } | { readonly what: 'new' };

/** NAV-022, ALARM-041: the numbers that get text messages of the alarms of all units. */
export function AlertNumbersPage(): ReactNode {
  const t = useT();
  const query = useQuery(endpointQuery(useSend(), 'alarms.alert-numbers', {}));
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const add = (
    <Button look="primary" icon="plus" onClick={() => setOpen({ what: 'new' })}>
      {t('AlertNumberNew')}
    </Button>
  );
  return (
    <div className={styles['screen']}>
      <Loaded query={query} heights={rowsOf(52)} className={styles['form']}>
        {({ numbers, sms_credit: left }) => (
          <>
            <div className={styles['top']}>
              <p className={styles['lead']}>{t('AlertNumbersLead')}</p>
              <div className={styles['tools']}>
                <Badge tone={left === 0 ? 'danger' : left <= 10 ? 'warning' : 'plain'}>
                  {t('ReceiverSmsLeft', { count: left })}
                </Badge>
                {numbers.length > 0 && add}
              </div>
            </div>
            {numbers.length === 0 ? (
              <EmptyState icon="phone" title={t('AlertNumbersNone')} action={add}>
                {t('AlertNumbersNoneText')}
              </EmptyState>
            ) : (
              <ul className={styles['numbers']}>
                {numbers.map((number) => (
                  <li key={number.id} className={styles['number']}>
                    <span className={styles['who']}>
                      <strong>{number.name}</strong>
                      <span className={styles['soft']}>{phoneText(number.country_code + number.phone)}</span>
                    </span>
                    {number.is_stopped && <Badge tone="warning">{t('ReceiverState-stopped')}</Badge>}
                    {number.is_number_dead && <Badge tone="warning">{t('ReceiverNumberDead')}</Badge>}
                    {number.security_alarm && <Badge>{t('SecurityAlarms')}</Badge>}
                    {number.function_alarm && <Badge>{t('FunctionAlarms')}</Badge>}
                    <Button isSmall onClick={() => setOpen({ what: 'edit', number })}>
                      {t('ReceiverEdit')}
                    </Button>
                    <IconButton
                      icon="close"
                      isSmall
                      label={t('ReceiverDeleteTitle', { name: number.name })}
                      onClick={() => setOpen({ what: 'remove', number })}
                    />
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      {(open?.what === 'new' || open?.what === 'edit') && (
        <NumberSheet number={open.what === 'edit' ? open.number : null} onClose={close} />
      )}
      {open?.what === 'remove' && <RemoveNumber number={open.number} onClose={close} />}
    </div>
  );
}

interface Form {
  readonly name: string;
  readonly country_code: string;
  readonly phone: string;
  readonly security_alarm: boolean;
  readonly function_alarm: boolean;
}
const newNumber = (timeZone: string): Form => ({
  name: '',
  country_code: usualDialCode(timeZone),
  phone: '',
  security_alarm: true,
  function_alarm: false,
});
const formOf = ({ name, country_code, phone, security_alarm, function_alarm }: Form): Form => ({
  name,
  country_code,
  phone,
  security_alarm,
  function_alarm,
});
const faultsOf = ({ name, country_code, phone }: Form): FormFaults => ({
  name: name.trim() === '' ? 'SpecifyName' : null,
  phone: receiverPhoneFault({ dialCode: country_code, national: phone }),
});

function NumberSheet({ number, onClose }: { number: AlertNumber | null; onClose: () => void }): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const send = useSend();
  const again = useAgain();
  const write = useMutation({
    mutationFn: ({ form, was }: { form: Form; was?: Form }) =>
      call(send, 'alarms.save-alert-number', { body: { ...form, id: number?.id ?? null, ...(was ? { was: { ...was } } : {}) } }),
    onSuccess: () => {
      toasts.show({ text: t('Saved') });
      onClose();
    },
    onSettled: again,
  });
  const { TimeZone: zone } = useUser();
  const draft = useDraftForm<Form>({
    first: number ? formOf(number) : newNumber(zone),
    faultsOf,
    write,
    send: (typed) => write.mutate({ form: typed, ...(number ? { was: draft.first } : {}) }),
  });
  const { form } = draft;
  const { data } = useQuery(endpointQuery(send, 'alarms.alert-numbers', {}));
  const stands = data?.numbers.find(({ id }) => id === number?.id);
  const yesNo = (isOn: boolean): string => t(isOn ? 'UnitYes' : 'UnitNo');
  const theirs =
    stands &&
    meanwhileOf<Form>(write.error, draft.first, formOf(stands), {
      name: [t('UserName'), stands.name],
      country_code: [t('ReceiverDial'), `+${stands.country_code}`],
      phone: [t('PhoneNumber'), phoneText(stands.country_code + stands.phone)],
      security_alarm: [t('SecurityAlarms'), yesNo(stands.security_alarm)],
      function_alarm: [t('FunctionAlarms'), yesNo(stands.function_alarm)],
    });
  const close = useCarefulClose(draft.isUnsaved, onClose);
  return (
    <Sheet title={number ? t('AlertNumberEdit') : t('AlertNumberNew')} closeLabel={t('Close')} isOpen onClose={close}>
      <form ref={draft.place} className={styles['form']} noValidate onSubmit={draft.submit}>
        <TextField
          label={t('UserName')}
          name="name"
          autoComplete="off"
          maxLength={50}
          value={form.name}
          onChange={(event) => draft.set('name', event.target.value)}
          error={draft.errorOf('name')}
        />
        <PhoneField
          dialCode={form.country_code}
          phone={form.phone}
          onDialCode={(code) => draft.set('country_code', code)}
          onPhone={(phone) => draft.set('phone', phone)}
          error={draft.errorOf('phone')}
        />
        <ClassSwitch of="security" isOn={form.security_alarm} onChange={(isOn) => draft.set('security_alarm', isOn)} />
        <ClassSwitch of="function" isOn={form.function_alarm} onChange={(isOn) => draft.set('function_alarm', isOn)} />
        {stands && theirs ? (
          <ChangedMeanwhile
            changes={theirs}
            onTakeTheirs={() => {
              draft.rebase(formOf(stands));
              write.reset();
            }}
            onOverwrite={() => write.mutate({ form })}
          />
        ) : (
          <FailureBanner failure={write.error} ownFields={['name', 'phone']} onRetry="submit" />
        )}
        <div className={styles['ends']}>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" isBusy={write.isPending}>
            {write.isPending ? t('Saving') : t('Save')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

function RemoveNumber({ number, onClose }: { number: AlertNumber; onClose: () => void }): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const send = useSend();
  const write = useMutation({
    mutationFn: () => call(send, 'alarms.remove-alert-number', { params: { id: number.id } }),
    onSuccess: () => {
      toasts.show({ text: t('ReceiverDeleted', { name: number.name }) });
      onClose();
    },
    onSettled: useAgain(),
  });
  return (
    <Dialog title={t('ReceiverDeleteTitle', { name: number.name })} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['form']}>
        <p>{t('AlertNumberDeleteText')}</p>
        <FailureBanner failure={write.error} />
        <div className={styles['ends']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="danger" isBusy={write.isPending} onClick={() => write.mutate()}>
            {t('ReceiverDelete')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function useAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['alarms.alert-numbers'] });
}
