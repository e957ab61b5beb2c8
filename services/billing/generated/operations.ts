// Generated from openapi/billing.yaml by `npm run generate`. Do not edit.
import type { Context } from '../src/context.ts';
import type { Created, NoContent, Ok, Resource } from '@partner-ordering/http';
import type {
  CreditNote,
  CreditNoteCreate,
  Invoice,
  InvoiceCreate,
  InvoiceUpdate,
  PaymentEvent,
  PaymentProvider,
  PaymentSource,
  PaymentSourceCreate,
  PaymentSourceSetup,
  PaymentSourceSetupCreate,
  PaymentSourceUpdate,
  Receipt,
  ReceiptUpdate,
  UnrenderedDocument,
} from './models.ts';

/** The arguments of `createInvoice`. */
export interface CreateInvoiceRequest {
  path: {};
  query: {};
  body: InvoiceCreate;
}

/** The arguments of `updateInvoice`. */
export interface UpdateInvoiceRequest {
  path: { gid: string };
  query: {};
  body: InvoiceUpdate;
}

/** The arguments of `createCreditNote`. */
export interface CreateCreditNoteRequest {
  path: { orgGid: string };
  query: {};
  body: CreditNoteCreate;
}

/** The arguments of `updatePaymentSource`. */
export interface UpdatePaymentSourceRequest {
  path: { orgGid: string };
  query: {};
  body: PaymentSourceUpdate;
}

/** The arguments of `createPaymentSource`. */
export interface CreatePaymentSourceRequest {
  path: { orgGid: string };
  query: {};
  body: PaymentSourceCreate;
}

/** The arguments of `deletePaymentSource`. */
export interface DeletePaymentSourceRequest {
  path: { orgGid: string };
  query: {};
  body: undefined;
}

/** The arguments of `setUpPaymentSource`. */
export interface SetUpPaymentSourceRequest {
  path: { orgGid: string };
  query: {};
  body: PaymentSourceSetupCreate;
}

/** The arguments of `receivePaymentEvent`. */
export interface ReceivePaymentEventRequest {
  path: { provider: string };
  query: {};
  body: PaymentEvent;
}

/** The arguments of `getPaymentProvider`. */
export interface GetPaymentProviderRequest {
  path: {};
  query: {};
  body: undefined;
}

/** The arguments of `updateReceipt`. */
export interface UpdateReceiptRequest {
  path: { gid: string };
  query: {};
  body: ReceiptUpdate;
}

/** The operations of the service: one function for each in the document. */
export interface Operations {
  /** Issues the invoice of an organization and month now (admin). `POST /v1/invoices` */
  createInvoice(context: Context<CreateInvoiceRequest>): Promise<Created>;
  /** Marks an open invoice as paid, or voids it (admin). `PUT /v1/invoices/{gid}` */
  updateInvoice(context: Context<UpdateInvoiceRequest>): Promise<NoContent>;
  /** Credits a part of a receipt, or all of its rest (admin). `POST /v1/orgs/{orgGid}/credit_notes` */
  createCreditNote(context: Context<CreateCreditNoteRequest>): Promise<Created>;
  /** Changes the payment source of an organization (manager of the organization, admin). `PUT /v1/orgs/{orgGid}/payment_source` */
  updatePaymentSource(context: Context<UpdatePaymentSourceRequest>): Promise<NoContent>;
  /** Sets the payment source of an organization (manager of the organization, admin). `POST /v1/orgs/{orgGid}/payment_source` */
  createPaymentSource(context: Context<CreatePaymentSourceRequest>): Promise<Created>;
  /** Removes the payment source of an organization (manager of the organization, admin). `DELETE /v1/orgs/{orgGid}/payment_source` */
  deletePaymentSource(context: Context<DeletePaymentSourceRequest>): Promise<NoContent>;
  /** Opens a page of the payment provider where an organization adds or replaces its means of payment (manager of the organization, admin). `POST /v1/orgs/{orgGid}/payment_source/setup` */
  setUpPaymentSource(context: Context<SetUpPaymentSourceRequest>): Promise<Ok<PaymentSourceSetup>>;
  /** Receives an event of the payment provider (with its signature). `POST /v1/p/payment_events/{provider}` */
  receivePaymentEvent(context: Context<ReceivePaymentEventRequest>): Promise<NoContent>;
  /** Reads the payment provider of this installation. `GET /v1/payment_provider` */
  getPaymentProvider(context: Context<GetPaymentProviderRequest>): Promise<Ok<PaymentProvider>>;
  /** Marks a receipt as paid (admin). `PUT /v1/receipts/{gid}` */
  updateReceipt(context: Context<UpdateReceiptRequest>): Promise<NoContent>;
}

/** The resources of the service: one declaration per `x-resource` of the document, with every field of its model. */
export interface Resources {
  invoices: Resource<Invoice>;
  creditNotes: Resource<CreditNote>;
  paymentSources: Resource<PaymentSource>;
  receipts: Resource<Receipt>;
  unrenderedDocuments: Resource<UnrenderedDocument>;
}
