import { UNIT_NAME_MAX } from '@spora/contract/limits';
import { KINDS_WITHOUT_PLATE, UNIT_KINDS, type MarkerSymbol, type UnitKind } from '@spora/contract/units/endpoints';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUnsavedChanges } from '../../lib/unsaved.ts';
import { GLYPHS } from '../../map/unit-icons.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { ColourChoice } from './components/appearance-tab.tsx';
import { GroupField } from './components/group-field.tsx';
import { ImeiInput, isWholeImei } from './components/imei-input.tsx';
import { Failure } from './components/save-line.tsx';
import { Section } from '../../ui/section.tsx';
import { UnitIcon } from './components/unit-icon.tsx';
import frame from '../../ui/section.module.css';
import styles from './components/unit-page.module.css';
import { SWATCHES } from './form-model.ts';
import { forgetUnits, paymentTypesQuery } from './queries.ts';

const SYMBOLS = Object.keys(GLYPHS) as MarkerSymbol[];
const SYMBOL_OF: Readonly<Record<UnitKind, MarkerSymbol>> = {
  vehicle: 'car',
  boat: 'boat',
  machine: 'excavator',
  sensor: 'tag',
  phone: 'phone',
};

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

/** NAV-019, UNIT-009: a tracker becomes a unit. */
export function AddUnitScreen(props: {
  onAdded: (imei: string) => void;
  renderListLink: (text: string) => ReactNode;
}): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const send = useSend();
  const client = useQueryClient();
  const [unit, setUnit] = useState(BLANK);
  const [isTried, setTried] = useState(false);
  const set = (next: Partial<NewUnit>): void => setUnit({ ...unit, ...next });
  const symbol = unit.symbol ?? SYMBOL_OF[unit.kind];
  const { data: payments = [] } = useQuery({
    ...paymentTypesQuery(send, unit.imei),
    enabled: isWholeImei(unit.imei),
    retry: false,
  });
  const add = useMutation({
    mutationFn: () =>
      call(send, 'units.add', {
        body: {
          imei: unit.imei,
          name: unit.name,
          registration_number: unit.plate,
          kind: unit.kind,
          marker_symbol: symbol,
          colour: unit.colour,
          department: unit.department.trim() || null,
          payment_type: unit.payment,
        },
      }),
    onSuccess: (answer) => {
      forgetUnits(client);
      toasts.show({ text: t('UnitAdded', { name: unit.name.trim() }) });
      props.onAdded(answer.imei);
    },
    onError: (error) => focusOn(FIELDS.find((field) => errors.fields(error)[field])),
  });
  useUnsavedChanges(unit !== BLANK && !add.isPending && !add.isSuccess);
  const told = errors.fields(add.error);
  const faults: Readonly<Record<string, string | null>> = {
    imei: isWholeImei(unit.imei) ? null : t('InvalidImei'),
    name: unit.name.trim() === '' ? t('SpecifyName') : null,
    registration_number:
      unit.plate.trim() === '' && !KINDS_WITHOUT_PLATE.includes(unit.kind) ? t('SpecifyRegistrationNumber') : null,
    payment_type: payments.length > 0 && unit.payment === '' ? t('UnitChoosePayment') : null,
  };
  const errorOf = (field: (typeof FIELDS)[number]): string | null => told[field] ?? (isTried ? (faults[field] ?? null) : null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    const wrong = FIELDS.find((field) => faults[field]);
    if (wrong) focusOn(wrong);
    else if (!add.isPending) add.mutate();
  };
  return (
    <div className={styles['page']}>
      <div className={styles['back']}>{props.renderListLink(t('UnitsBack'))}</div>
      <form noValidate onSubmit={submit} className={frame['sections']}>
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
          </div>
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
                help={KINDS_WITHOUT_PLATE.includes(unit.kind) ? t('UnitPlateHelpOptional') : undefined}
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
        <Section level={2} title={t('UnitTab-appearance')} action={<UnitIcon colour={unit.colour} symbol={symbol} size={36} />}>
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
        <Failure failure={add.error} fields={FIELDS} />
        <div className={styles['saveLine']}>
          <Button type="submit" look="primary" isBusy={add.isPending}>
            {t('UnitAddDo')}
          </Button>
        </div>
      </form>
    </div>
  );
}

function focusOn(field: string | undefined): void {
  if (field) document.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
}
