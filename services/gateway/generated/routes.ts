// Generated from openapi/*.yaml by `npm run generate`. Do not edit.

export type ServiceName = 'gateway' | 'identity' | 'catalog' | 'ordering' | 'billing';

/** The operations that the gateway answers itself. */
export type GatewayOperationId = 'getRoot' | 'runBatch' | 'getOpenApi' | 'getQuerySchema';

/** One operation of one service. `scopes` are alternatives; `public` needs no bearer token. */
export interface GatewayRoute {
  method: 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';
  path: string;
  service: ServiceName;
  operationId: string;
  public: boolean;
  scopes: readonly string[];
}

/** All public operations; a literal segment stands before a parameter in the same place. */
export const routes: readonly GatewayRoute[] = [
  { method: 'get', path: '/', service: 'gateway', operationId: 'getRoot', public: true, scopes: [] },
  { method: 'get', path: '/.well-known/jwks.json', service: 'identity', operationId: 'getJwks', public: true, scopes: [] },
  {
    method: 'get',
    path: '/.well-known/oauth-authorization-server',
    service: 'identity',
    operationId: 'getAuthorizationServerMetadata',
    public: true,
    scopes: [],
  },
  { method: 'post', path: '/oauth2/introspect', service: 'identity', operationId: 'introspectToken', public: true, scopes: [] },
  { method: 'post', path: '/oauth2/revoke', service: 'identity', operationId: 'revokeToken', public: true, scopes: [] },
  { method: 'post', path: '/oauth2/token', service: 'identity', operationId: 'issueToken', public: true, scopes: [] },
  { method: 'post', path: '/v1/batch', service: 'gateway', operationId: 'runBatch', public: false, scopes: [] },
  { method: 'get', path: '/v1/categories', service: 'catalog', operationId: 'listCategories', public: false, scopes: ['base'] },
  { method: 'post', path: '/v1/categories', service: 'catalog', operationId: 'createCategory', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/categories/{gid}', service: 'catalog', operationId: 'getCategory', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/me', service: 'identity', operationId: 'getMe', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/me/member_of', service: 'identity', operationId: 'listMyMemberships', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/openapi.json', service: 'gateway', operationId: 'getOpenApi', public: true, scopes: [] },
  { method: 'get', path: '/v1/organizations', service: 'identity', operationId: 'listOrganizations', public: false, scopes: ['base'] },
  { method: 'post', path: '/v1/organizations', service: 'identity', operationId: 'createOrganization', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/organizations/{gid}', service: 'identity', operationId: 'getOrganization', public: false, scopes: ['base'] },
  {
    method: 'put',
    path: '/v1/organizations/{gid}',
    service: 'identity',
    operationId: 'updateOrganization',
    public: false,
    scopes: ['base'],
  },
  {
    method: 'get',
    path: '/v1/orgs/{orgGid}/member_of',
    service: 'identity',
    operationId: 'listOrganizationMemberships',
    public: false,
    scopes: ['base'],
  },
  {
    method: 'get',
    path: '/v1/orgs/{orgGid}/payment_source',
    service: 'billing',
    operationId: 'getPaymentSource',
    public: false,
    scopes: ['base'],
  },
  {
    method: 'put',
    path: '/v1/orgs/{orgGid}/payment_source',
    service: 'billing',
    operationId: 'updatePaymentSource',
    public: false,
    scopes: ['base'],
  },
  {
    method: 'post',
    path: '/v1/orgs/{orgGid}/payment_source',
    service: 'billing',
    operationId: 'createPaymentSource',
    public: false,
    scopes: ['base'],
  },
  {
    method: 'delete',
    path: '/v1/orgs/{orgGid}/payment_source',
    service: 'billing',
    operationId: 'deletePaymentSource',
    public: false,
    scopes: ['base'],
  },
  {
    method: 'get',
    path: '/v1/orgs/{orgGid}/products',
    service: 'catalog',
    operationId: 'listOrganizationProducts',
    public: false,
    scopes: ['base'],
  },
  {
    method: 'get',
    path: '/v1/orgs/{orgGid}/users',
    service: 'identity',
    operationId: 'listOrganizationUsers',
    public: false,
    scopes: ['base'],
  },
  {
    method: 'get',
    path: '/v1/p/organizations/{hostname}',
    service: 'identity',
    operationId: 'getPublicOrganization',
    public: true,
    scopes: [],
  },
  { method: 'get', path: '/v1/prices', service: 'catalog', operationId: 'listPrices', public: false, scopes: ['base'] },
  { method: 'post', path: '/v1/prices', service: 'catalog', operationId: 'createPrice', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/prices/for', service: 'catalog', operationId: 'getPriceFor', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/prices/total_count', service: 'catalog', operationId: 'countPrices', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/prices/{gid}', service: 'catalog', operationId: 'getPrice', public: false, scopes: ['base'] },
  { method: 'put', path: '/v1/prices/{gid}', service: 'catalog', operationId: 'updatePrice', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/products', service: 'catalog', operationId: 'listProducts', public: false, scopes: ['base'] },
  { method: 'post', path: '/v1/products', service: 'catalog', operationId: 'createProduct', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/products/total_count', service: 'catalog', operationId: 'countProducts', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/products/{gid}', service: 'catalog', operationId: 'getProduct', public: false, scopes: ['base'] },
  { method: 'put', path: '/v1/products/{gid}', service: 'catalog', operationId: 'updateProduct', public: false, scopes: ['base'] },
  {
    method: 'get',
    path: '/v1/products/{gid}/organizations',
    service: 'catalog',
    operationId: 'listProductOrganizations',
    public: false,
    scopes: ['base'],
  },
  {
    method: 'put',
    path: '/v1/products/{gid}/organizations/{orgaGid}',
    service: 'catalog',
    operationId: 'allowProduct',
    public: false,
    scopes: ['base'],
  },
  {
    method: 'delete',
    path: '/v1/products/{gid}/organizations/{orgaGid}',
    service: 'catalog',
    operationId: 'disallowProduct',
    public: false,
    scopes: ['base'],
  },
  { method: 'get', path: '/v1/projects', service: 'ordering', operationId: 'listProjects', public: false, scopes: ['base'] },
  { method: 'post', path: '/v1/projects', service: 'ordering', operationId: 'createProject', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/projects/total_count', service: 'ordering', operationId: 'countProjects', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/projects/{gid}', service: 'ordering', operationId: 'getProject', public: false, scopes: ['base'] },
  { method: 'put', path: '/v1/projects/{gid}', service: 'ordering', operationId: 'updateProject', public: false, scopes: ['base'] },
  { method: 'delete', path: '/v1/projects/{gid}', service: 'ordering', operationId: 'deleteProject', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/receipts', service: 'billing', operationId: 'listReceipts', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/receipts/{gid}', service: 'billing', operationId: 'getReceipt', public: false, scopes: ['base'] },
  { method: 'put', path: '/v1/receipts/{gid}', service: 'billing', operationId: 'updateReceipt', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/reviews', service: 'ordering', operationId: 'listReviews', public: false, scopes: ['base'] },
  { method: 'post', path: '/v1/reviews', service: 'ordering', operationId: 'createReview', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/reviews/{gid}', service: 'ordering', operationId: 'getReview', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/schema/query', service: 'gateway', operationId: 'getQuerySchema', public: false, scopes: [] },
  { method: 'get', path: '/v1/users', service: 'identity', operationId: 'listUsers', public: false, scopes: ['base'] },
  { method: 'post', path: '/v1/users', service: 'identity', operationId: 'createUser', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/users/total_count', service: 'identity', operationId: 'countUsers', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/users/{gid}', service: 'identity', operationId: 'getUser', public: false, scopes: ['base'] },
  {
    method: 'get',
    path: '/v1/users/{gid}/member_of',
    service: 'identity',
    operationId: 'listMemberships',
    public: false,
    scopes: ['base'],
  },
  {
    method: 'post',
    path: '/v1/users/{gid}/member_of',
    service: 'identity',
    operationId: 'createMembership',
    public: false,
    scopes: ['base'],
  },
  {
    method: 'get',
    path: '/v1/users/{gid}/member_of/{orgaGid}',
    service: 'identity',
    operationId: 'getMembership',
    public: false,
    scopes: ['base'],
  },
  {
    method: 'put',
    path: '/v1/users/{gid}/member_of/{orgaGid}',
    service: 'identity',
    operationId: 'updateMembership',
    public: false,
    scopes: ['base'],
  },
  {
    method: 'delete',
    path: '/v1/users/{gid}/member_of/{orgaGid}',
    service: 'identity',
    operationId: 'deleteMembership',
    public: false,
    scopes: ['base'],
  },
  { method: 'get', path: '/v1/workers', service: 'ordering', operationId: 'listWorkers', public: false, scopes: ['base'] },
  { method: 'post', path: '/v1/workers', service: 'ordering', operationId: 'createWorker', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/workers/{gid}', service: 'ordering', operationId: 'getWorker', public: false, scopes: ['base'] },
  { method: 'put', path: '/v1/workers/{gid}', service: 'ordering', operationId: 'updateWorker', public: false, scopes: ['base'] },
  { method: 'delete', path: '/v1/workers/{gid}', service: 'ordering', operationId: 'deleteWorker', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/works', service: 'ordering', operationId: 'listWorks', public: false, scopes: ['base'] },
  { method: 'post', path: '/v1/works', service: 'ordering', operationId: 'createWork', public: false, scopes: ['base'] },
  { method: 'get', path: '/v1/works/{gid}', service: 'ordering', operationId: 'getWork', public: false, scopes: ['base'] },
  { method: 'put', path: '/v1/works/{gid}', service: 'ordering', operationId: 'updateWork', public: false, scopes: ['base'] },
  { method: 'delete', path: '/v1/works/{gid}', service: 'ordering', operationId: 'deleteWork', public: false, scopes: ['base'] },
];

/** Fields of a collection for `query` and `orderBy`, and whether it takes `search`. */
export interface CollectionFields {
  searchable: readonly string[];
  orderable: readonly string[];
  search: boolean;
}

/** By path of the collection or its total_count. */
export const querySchema: Readonly<Record<string, CollectionFields>> = {
  '/v1/categories': { searchable: ['gid', 'title', 'description'], orderable: ['gid', 'created_at', 'title', 'weight'], search: true },
  '/v1/me/member_of': { searchable: ['organization.gid'], orderable: ['gid', 'created_at'], search: false },
  '/v1/organizations': {
    searchable: ['gid', 'products.gid', 'modified_at'],
    orderable: ['gid', 'created_at', 'modified_at', 'name', 'parent.name'],
    search: false,
  },
  '/v1/orgs/{orgGid}/member_of': { searchable: ['organization.gid'], orderable: ['gid', 'created_at'], search: false },
  '/v1/orgs/{orgGid}/products': {
    searchable: ['category.id', 'category.gid', 'organizations.gid', 'gid'],
    orderable: ['gid', 'created_at', 'title', 'category.title', 'weight'],
    search: true,
  },
  '/v1/orgs/{orgGid}/users': {
    searchable: ['member_of.organization.gid', 'created_at', 'modified_at', 'gid'],
    orderable: ['gid', 'created_at', 'modified_at'],
    search: true,
  },
  '/v1/prices': { searchable: ['organization.gid', 'product.gid'], orderable: ['gid', 'created_at'], search: false },
  '/v1/prices/total_count': { searchable: ['organization.gid', 'product.gid'], orderable: [], search: false },
  '/v1/products': {
    searchable: ['category.id', 'category.gid', 'organizations.gid', 'gid'],
    orderable: ['gid', 'created_at', 'title', 'category.title', 'weight'],
    search: true,
  },
  '/v1/products/total_count': { searchable: ['category.id', 'category.gid', 'organizations.gid', 'gid'], orderable: [], search: false },
  '/v1/products/{gid}/organizations': { searchable: ['gid'], orderable: ['gid', 'created_at', 'name'], search: false },
  '/v1/projects': {
    searchable: ['gid', 'created_at', 'short_code', 'status', 'state', 'owner', 'owner.gid', 'organization.gid'],
    orderable: ['gid', 'created_at', 'modified_at', 'title', 'due_date'],
    search: true,
  },
  '/v1/projects/total_count': {
    searchable: ['gid', 'created_at', 'short_code', 'status', 'state', 'owner', 'owner.gid', 'organization.gid'],
    orderable: [],
    search: false,
  },
  '/v1/receipts': {
    searchable: ['gid', 'created_at', 'organization.gid', 'user.gid', 'project.gid'],
    orderable: ['gid', 'created_at'],
    search: false,
  },
  '/v1/reviews': { searchable: ['gid', 'created_at', 'worker.gid', 'project.gid'], orderable: ['gid', 'created_at'], search: false },
  '/v1/users': {
    searchable: ['member_of.organization.gid', 'created_at', 'modified_at', 'gid'],
    orderable: ['gid', 'created_at', 'modified_at'],
    search: true,
  },
  '/v1/users/total_count': { searchable: ['member_of.organization.gid', 'created_at', 'modified_at', 'gid'], orderable: [], search: false },
  '/v1/users/{gid}/member_of': { searchable: ['organization.gid'], orderable: ['gid', 'created_at'], search: false },
  '/v1/workers': { searchable: ['gid', 'created_at', 'service_id', 'works.project.gid'], orderable: ['gid', 'created_at'], search: false },
  '/v1/works': {
    searchable: ['gid', 'created_at', 'won_at', 'worker.gid', 'project.gid', 'parent', 'parent.gid'],
    orderable: ['gid', 'created_at'],
    search: false,
  },
};
