import { plateOf } from '@spora/contract/autoplan/rules';
import { objectOf, readShort } from '../network/short-answer.ts';
import { type Autoplan, type AutoplanAnswer, type AutoplanCustomer, AutoplanError, type AutoplanReport } from '../ports.ts';

export interface AutoplanOptions {
  /** Without a slash at the end. */
  readonly url: string;
  /** For a whole call. */
  readonly timeoutMs?: number;
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** How a refusal is named, in the field `code` of an answer with status 409 or 422. */
const REFUSALS: Readonly<Record<string, Extract<AutoplanAnswer, { kind: 'refused' }>['problem']>> = {
  'window-closed': 'window-closed',
  'already-reported': 'already-reported',
  'no-registration-number': 'no-registration-number',
  'unknown-vehicle': 'no-matching-unit',
  'service-car': 'service-car',
};

/**
 * The service by HTTP, as `docs/decisions/0071-autoplan.md` describes it: `PUT /v1/vehicles/{plate}/months/{month}` registers,
 * `GET` of the same tells what is registered, `GET /v1/customer` whether the customer is known. A registration is of a vehicle and a month, so
 * the same again is the same; a key in the header says that it is one.
 */
export function createHttpAutoplan({ url, timeoutMs = 15_000 }: AutoplanOptions): Autoplan {
  const ask = (customer: AutoplanCustomer, path: string, init: RequestInit = {}) =>
    askService(`${url}${path}`, customer, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  const pathOf = ({ registrationNumber, month }: Pick<AutoplanReport, 'registrationNumber' | 'month'>): string =>
    `/v1/vehicles/${encodeURIComponent(plateOf(registrationNumber))}/months/${month}`;
  return {
    isAvailable: true,
    check: async (customer) => {
      const { status } = await ask(customer, '/v1/customer');
      if (status !== 200) throw new AutoplanError('no-answer', `the service answered ${status}`);
    },
    registered: async (customer, of) => {
      const { status, body } = await ask(customer, pathOf(of));
      if (status === 404) return null;
      if (status !== 200) throw new AutoplanError('no-answer', `the service answered ${status}`);
      return kilometresOf(body);
    },
    register: async (customer, report) => {
      const { status, body } = await ask(customer, pathOf(report), {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'idempotency-key': report.key },
        body: JSON.stringify({
          odometer_start_km: report.odometerStartKm,
          odometer_end_km: report.odometerEndKm,
          business_km: report.businessKm,
          private_km: report.privateKm,
        }),
      });
      if (status === 200 || status === 201) return registrationOf(body, report);
      if (status === 409 || status === 422) return { kind: 'refused', problem: REFUSALS[String(body['code'])] ?? 'refused' };
      if (status >= 500 || status === 429) throw new AutoplanError('no-answer', `the service answered ${status}`);
      return { kind: 'refused', problem: 'refused' };
    },
  };
}

/** AUTO-003: an answer names the vehicle that it is about; one that names none, or another, registered nothing that we know of. */
function registrationOf(body: Answer['body'], { registrationNumber }: AutoplanReport): AutoplanAnswer {
  const plate = body['registration_number'];
  if (typeof plate !== 'string' || plate.trim() === '') return { kind: 'refused', problem: 'no-registration-number' };
  if (plateOf(plate) !== plateOf(registrationNumber)) return { kind: 'refused', problem: 'no-matching-unit' };
  return { kind: 'registered', km: kilometresOf(body) };
}

function kilometresOf(body: Answer['body']): number {
  const km = body['registered_km'];
  if (typeof km !== 'number' || !Number.isFinite(km)) throw new AutoplanError('no-answer', 'the service told no kilometres');
  return Math.round(km);
}

async function askService(url: string, { customerId, secret }: AutoplanCustomer, init: RequestInit): Promise<Answer> {
  let answer: Answer;
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        ...init.headers,
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${customerId}:${secret}`).toString('base64')}`,
      },
    });
    answer = { status: response.status, body: objectOf(await readShort(response)) };
  } catch (error) {
    // The address, the customer and what was told stand in no message.
    throw new AutoplanError('no-answer', 'the service did not answer', { cause: error });
  }
  if (answer.status === 401 || answer.status === 403)
    throw new AutoplanError('credentials', `the service refuses the customer (${answer.status})`);
  return answer;
}
