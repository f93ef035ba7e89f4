import { UNIT_NAME_MAX } from '@spora/contract/limits';
import type { MarkerSymbol } from '@spora/contract/units/endpoints';
import { KINDS_WITHOUT_PLATE, SYMBOL_OF_KIND, UNIT_KINDS, type UnitKind } from '@spora/contract/units/values';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDraftForm, type DraftForm } from '../../lib/use-draft-form.ts';
import { addPhone } from '../../lib/add-phone.ts';
import { ADDRESSES } from '../../lib/addresses.ts';
import { PageLink, useGo } from '../../lib/page-link.tsx';
import { useLiveFeed } from '../tracking/public/live-context.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUnsavedChanges } from '../../lib/unsaved.ts';
import { GLYPHS } from '../../map/unit-icons.ts';
import { Button } from '../../ui/button.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { ColourChoice } from './components/appearance-tab.tsx';
import { GroupField } from './components/group-field.tsx';
import { ImeiInput, isWholeImei } from './components/imei-input.tsx';
import { Section } from '../../ui/section.tsx';
import { TrackerSetup } from './components/tracker-setup.tsx';
import { UnitMark } from '../../map/unit-mark.tsx';
import frame from '../../ui/section.module.css';
import styles from './components/unit-page.module.css';
import { SWATCHES } from './form-model.ts';
import { forgetUnits, paymentTypesQuery } from './queries.ts';

const SYMBOLS = Object.keys(GLYPHS) as MarkerSymbol[];

interface NewUnit {
  readonly imei: string;
  readonly name: string;
  readonly plate: string;
  readonly kind: UnitKind;
  /** Null: as the kind has it. */
  readonly symbol: MarkerSymbol | null;
  readonly colour: string;
  readonly department: string;
  readonly payment: string;
}
const BLANK: NewUnit = {
  imei: '',
  name: '',
  plate: '',
  kind: 'vehicle',
  symbol: null,
  colour: SWATCHES[0],
  department: '',
  payment: '',
};
/** In the order of the form. */
const FIELDS = ['imei', 'name', 'registration_number', 'department', 'colour', 'payment_type'] as const;

/** NAV-019: a tracker becomes a unit, and its connection is watched next. */
export function AddUnitPage(): ReactNode {
  const feed = useLiveFeed();
  const go = useGo();
  return (
    <AddUnitScreen
      onAdded={(imei) => {
        feed?.refresh();
        void go({ to: ADDRESSES.editUnit, search: { imei, tab: 'connection' } });
      }}
    />
  );
}

/** NAV-019, UNIT-009: a tracker becomes a unit. */
export function AddUnitScreen(props: { onAdded: (imei: string) => void }): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const send = useSend();
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: async (unit: NewUnit) => {
      // Pressed before the ways to pay had come, the choice is shown first. Where they cannot be had the server says what is wrong.
      const ways = await client.ensureQueryData(paymentTypesQuery(send, unit.imei)).catch(() => []);
      if (ways.length > 0 && unit.payment === '') throw new ApiError(422, { payment_type: ['UnitChoosePayment'] });
      return call(send, 'units.add', {
        body: {
          imei: unit.imei,
          name: unit.name,
          registration_number: unit.plate,
          kind: unit.kind,
          marker_symbol: unit.symbol ?? SYMBOL_OF_KIND[unit.kind],
          colour: unit.colour,
          department: unit.department.trim() || null,
          payment_type: unit.payment,
        },
      });
    },
    onSuccess: (answer, unit) => {
      forgetUnits(client);
      toasts.show({ text: t('UnitAdded', { name: unit.name.trim() }) });
      props.onAdded(answer.imei);
    },
  });
  const draft: DraftForm<NewUnit> = useDraftForm<NewUnit>({
    first: BLANK,
    faultsOf: (unit) => ({
      imei: isWholeImei(unit.imei) ? null : 'InvalidImei',
      name: unit.name.trim() === '' ? 'SpecifyName' : null,
      registration_number:
        unit.plate.trim() === '' && !KINDS_WITHOUT_PLATE.includes(unit.kind) ? 'SpecifyRegistrationNumber' : null,
      payment_type: payments.length > 0 && unit.payment === '' ? 'UnitChoosePayment' : null,
    }),
    write: add,
    send: (unit) => add.mutate(unit),
  });
  const { form: unit, change: set, errorOf } = draft;
  const symbol = unit.symbol ?? SYMBOL_OF_KIND[unit.kind];
  const { data: payments = [] } = useQuery({
    ...paymentTypesQuery(send, unit.imei),
    enabled: isWholeImei(unit.imei),
    retry: false,
  });
  useUnsavedChanges(draft.isUnsaved && !add.isPending);
  return (
    <div className={styles['page']}>
      <div className={styles['back']}>
        <PageLink to={ADDRESSES.units}>{t('UnitsBack')}</PageLink>
      </div>
      <form ref={draft.place} noValidate onSubmit={draft.submit} className={frame['sections']}>
        <Section level={2} title={t('UnitAddTracker')}>
          <div className={frame['form']}>
            <p className={frame['soft']}>{t('ImeiWhere')}</p>
            <ImeiInput
              label={t('Imei')}
              name="imei"
              value={unit.imei}
              isFirst
              onChange={(imei) => {
                add.reset();
                set({ imei });
              }}
              error={errorOf('imei')}
            />
            <div className={styles['instead']}>
              <span className={frame['soft']}>{t('UnitAddPhoneInstead')}</span>
              <Button icon="phone" onClick={addPhone}>
                {t('AddPhone')}
              </Button>
            </div>
          </div>
        </Section>
        <Section level={2} title={t('SetupTitle')}>
          <TrackerSetup />
        </Section>
        <Section level={2} title={t('UnitAddVehicle')}>
          <div className={frame['form']}>
            <TextField
              label={t('UnitName')}
              name="name"
              maxLength={UNIT_NAME_MAX}
              autoComplete="off"
              value={unit.name}
              onChange={(event) => set({ name: event.target.value })}
              error={errorOf('name')}
            />
            <div className={styles['pair']}>
              <SelectField
                label={t('Kind')}
                value={unit.kind}
                onChange={(event) => set({ kind: event.target.value as UnitKind })}
              >
                {UNIT_KINDS.map((kind) => (
                  <option key={kind} value={kind}>
                    {t(`Kind-${kind}`)}
                  </option>
                ))}
              </SelectField>
              <TextField
                label={t('RegistrationNumber')}
                help={t(KINDS_WITHOUT_PLATE.includes(unit.kind) ? 'UnitPlateHelpOptional' : 'UnitPlateHelpNeeded')}
                name="registration_number"
                autoCapitalize="characters"
                autoComplete="off"
                spellCheck={false}
                maxLength={20}
                value={unit.plate}
                onChange={(event) => set({ plate: event.target.value })}
                error={errorOf('registration_number')}
              />
            </div>
            <GroupField
              kind="departments"
              label={t('Department')}
              value={unit.department}
              onChange={(department) => set({ department })}
              error={errorOf('department')}
            />
          </div>
        </Section>
        <Section level={2} title={t('UnitTab-appearance')} action={<UnitMark colour={unit.colour} symbol={symbol} size={36} />}>
          <div className={frame['form']}>
            <SelectField
              label={t('UnitSymbol')}
              value={symbol}
              onChange={(event) => set({ symbol: SYMBOLS.find((each) => each === event.target.value) ?? null })}
            >
              {SYMBOLS.map((each) => (
                <option key={each} value={each}>
                  {t(`Symbol-${each}`)}
                </option>
              ))}
            </SelectField>
            <ColourChoice colour={unit.colour} onChange={(colour) => set({ colour })} error={errorOf('colour')} />
          </div>
        </Section>
        {payments.length > 0 && (
          <Section level={2} title={t('UnitPayment')}>
            <div className={frame['form']}>
              <SelectField
                label={t('PaymentTitle')}
                name="payment_type"
                value={unit.payment}
                onChange={(event) => set({ payment: event.target.value })}
                error={errorOf('payment_type')}
              >
                <option value="" disabled>
                  {t('UnitChoose')}
                </option>
                {payments.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </SelectField>
            </div>
          </Section>
        )}
        <FailureBanner failure={add.error} ownFields={FIELDS} onRetry="submit" />
        <div className={styles['saveLine']}>
          <Button type="submit" look="primary" isBusy={add.isPending}>
            {t('UnitAddDo')}
          </Button>
        </div>
      </form>
    </div>
  );
}
