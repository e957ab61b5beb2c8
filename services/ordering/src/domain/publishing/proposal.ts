import { chargeDetails, type Detail, invalid, toMajor, toMinor, unavailable, type Principal } from '@partner-ordering/kernel';
import { buyerOf, type Buyer, vatOfSale } from '@partner-ordering/commerce';
import { sql, type Transaction } from '@partner-ordering/data';
import type { ProjectUpdate } from '../../../generated/models.ts';
import type { DomainContext } from '../../context.ts';
import { faults } from '../../faults.ts';
import type { Project } from '../project/project.ts';
import { readReplicas } from '../replicas/replicas.ts';

/** Whether a body makes a proposal: by its `state`, or because an admin changes price or options of the current proposal. */
export function isProposal(project: Project, { state, price, options }: ProjectUpdate, { isAdmin }: Principal): boolean {
  const isRevision = state === undefined && project.state === 'proposal' && isAdmin;
  return (state === 'proposal' && project.state !== 'require_approval') || (isRevision && (price !== undefined || options !== undefined));
}

/** Sets price and options of a specific request. What is not given stays as in the current proposal. */
export async function propose({ tx, seller }: DomainContext, project: Project, body: ProjectUpdate): Promise<void> {
  const { state: _state, message: _message, attached_files: _files, price, options, ...others } = body;
  const details = Object.keys(others).map((path) => faults.not_allowed(path, { why: 'proposal' }));
  const isFirst = project.state !== 'proposal';
  if (isFirst && !options) details.push(faults.required('options'));
  if (isFirst && !price) details.push(faults.required('price'));
  if ((options?.quantity ?? 1) !== 1) details.push(faults.fixed_value('options.quantity', { value: '1', why: 'specific_request' }));
  if (price) details.push(...priceDetails(price, project.currency));
  if (details.length > 0) throw invalid(...details);

  if (options) Object.assign(project, { due: options.due, mode: options.mode, skill: options.skill ?? null, quantity: 1 });
  if (price) {
    const priceMinor = toMinor(price.amount, price.currency!)!;
    const { vatRate, vatMinor } = vatOfSale(seller, await buyerNamed(tx, project.organizationGid), {
      netMinor: priceMinor,
      currency: price.currency!,
    });
    Object.assign(project, { priceMinor, currency: price.currency!, vatRate, vatMinor });
  }
}

/** Whether the current proposal came with this text and these files of the caller. Clients repeat a PUT whose answer is lost. */
export async function isInTheseWords(
  { tx, principal }: DomainContext,
  { gid }: Project,
  { text, paths }: { text: string; paths: string[] },
): Promise<boolean> {
  const same = await tx.query(sql`
    select from (select message_gid from project_transition where project_gid = ${gid} and command = 'propose' order by gid desc limit 1) t
      join project_message m on m.gid = t.message_gid
    where m.message = ${text} and m.posted_by_gid = ${principal.user}
      and array(select path from project_file where message_gid = m.gid order by path collate "C") = ${paths.toSorted()}::text[]`);
  return same.length > 0;
}

function priceDetails({ amount, currency }: NonNullable<ProjectUpdate['price']>, present: string | null): Detail[] {
  if (currency === undefined) return [faults.required('price.currency')];
  return chargeDetails({ amount, currency }, 'price.', present);
}

async function buyerNamed(tx: Transaction, organization: string): Promise<Buyer> {
  const key = { type: 'organization', key: organization };
  const state = (await readReplicas(tx, [key])).get('organization', organization);
  if (!state) throw unavailable().restingOn([key]);
  return buyerOf(state);
}

/** Accepting a proposal changes nothing in it; if a price is given, it must be that of the current proposal (400). */
export function approveProposal(project: Project, { state: _, price, ...others }: ProjectUpdate): void {
  const details = Object.keys(others).map((path) => faults.not_allowed(path, { why: 'acceptance' }));
  const [priceMinor, currency] = [project.priceMinor!, project.currency!];
  const current = { amount: toMajor(priceMinor, currency), currency };
  if (price && toMinor(price.amount, currency) !== priceMinor) details.push(faults.proposal_changed('price.amount', current));
  if ((price?.currency ?? currency) !== currency) details.push(faults.proposal_changed('price.currency', current));
  if (details.length > 0) throw invalid(...details);
}
