import {
  addDomain,
  beginSignOn,
  finishSignOn,
  proveDomain,
  saveSignOn,
  signOnSettings,
} from '@spora/contract/single-sign-on/endpoints';
import { readAudit } from '@spora/contract/accounts/endpoints';
import { TextRecordsError } from '../platform/ports.ts';
import { authApp, PASSWORD } from './auth.ts';
import { makeAccount } from './database.ts';
import { CLIENT_ID, CLIENT_SECRET, type Saying, startTestProvider } from './sign-on-provider.ts';

/** Companies that sign in by their organisation, over an application of their own, with two providers and the TXT records of the world. */
export async function signOnApp() {
  /** The TXT records of the world; `null`: its name server is silent. */
  const records = new Map<string, string[] | null>();
  const textRecords = {
    of: async (name: string) => {
      const found = records.get(name) ?? (records.has(name) ? null : []);
      if (found === null) throw new TextRecordsError();
      return found;
    },
  };
  const app = await authApp({ env: { SIGN_ON_ALLOW_PRIVATE: 'true' }, ports: { textRecords } });
  const { owner, pipeline } = app.database;
  const provider = await startTestProvider();
  const other = await startTestProvider();

  let companies = 0;
  const SETTINGS = {
    password: PASSWORD,
    issuer: provider.issuer,
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    is_on: true,
    is_only_way: false,
    asks_second_factor: false,
  };

  /** A company that signs in by the provider, with its administrator and one member under its own domain. */
  async function newCompany(settings: Partial<typeof SETTINGS> = {}) {
    const domain = `company-${++companies}.example`;
    const accountId = await makeAccount(app.database, { name: `Company ${companies}` });
    const boss = await app.newMember({ accountId, email: `boss@${domain}`, fullName: 'Bo Boss', isAdmin: true });
    const anna = await app.newMember({ accountId, email: `anna@${domain}`, fullName: 'Anna Ek', isAdmin: false });
    const { token } = await app.signInAs(boss);
    // Each call from an address of its own: what is tried in bulk has rates.
    const call: typeof app.call = (endpoint, input) => app.call(endpoint, input, { token });
    const admin = { call };
    const prove = async (name: string) => {
      const { id } = (await admin.call(addDomain, { body: { name } })).data!;
      const { domains } = (await admin.call(signOnSettings)).data!;
      const { record_name, record_text } = domains.find((one) => one.id === id)!;
      records.set(record_name, [...(records.get(record_name) ?? []), record_text]);
      return { id, answer: await admin.call(proveDomain, { params: { id }, body: { password: PASSWORD } }) };
    };
    const { id: domainId, answer } = await prove(domain);
    if (answer.status !== 200) throw new Error(`${domain} was not proven`);
    const save = (body: Partial<typeof SETTINGS> = {}) => admin.call(saveSignOn, { body: { ...SETTINGS, ...settings, ...body } });
    if ((await save()).errors !== undefined) throw new Error(`the provider of ${domain} was not saved`);
    return { domain, domainId, accountId, boss, anna, admin, prove, save };
  }
  type Company = Awaited<ReturnType<typeof newCompany>>;

  const begin = (address: string) => app.call(beginSignOn, { body: { address } });
  const finish = (flow: string, answer: string) => app.call(finishSignOn, { body: { flow, answer } });
  /** From the sign-in page to the provider and back. */
  async function signOnAs(company: Company, saying: Saying) {
    const { data } = await begin(company.domain);
    return finish(data!.flow, provider.visit(data!.url, saying));
  }
  const annaOf = ({ anna }: Company, more: Partial<Saying> = {}): Saying => ({
    sub: 'anna-1',
    email: anna.email,
    email_verified: true,
    ...more,
  });
  const refusals = async ({ admin }: Company) =>
    (await admin.call(readAudit, { query: {} })).data!.rows.flatMap(({ action, details }) =>
      action === 'sign-in-refused' ? [details['reason']] : [],
    );

  const close = async (): Promise<void> => {
    await provider.close();
    await other.close();
    await app.close();
  };
  return {
    app,
    owner,
    pipeline,
    provider,
    other,
    records,
    settings: SETTINGS,
    newCompany,
    begin,
    finish,
    signOnAs,
    annaOf,
    refusals,
    close,
  };
}
export type Company = Awaited<ReturnType<Awaited<ReturnType<typeof signOnApp>>['newCompany']>>;
