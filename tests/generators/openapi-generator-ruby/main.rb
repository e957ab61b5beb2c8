# Signs in, reads a user, an organization and a project, orders, and updates the order, by openapi-generator's Ruby client.
require 'openapi_client'
include OpenapiClient

LOGO = '019a0000-0000-7000-8000-0000000c0001'
BAKERY = '019a0000-0000-7000-8000-0000000000a1'

def expect(is_true, shown)
  raise shown.inspect unless is_true
end

# The address is that of the document.
client = ApiClient.new(Configuration.new)
form = { client_id: 'demo-app', client_secret: 'demo-secret', username: 'user@example.com', password: 'demo-password' }
client.config.access_token = TokensApi.new(client).issue_token('password', form).access_token

me = MeApi.new(client).get_me
user = UsersApi.new(client).get_user(me.gid)
expect user.email == 'user@example.com', user
organization = OrganizationsApi.new(client).get_organization(BAKERY)
expect organization.name == 'Harbour Bakery', organization

price = PricesApi.new(client).get_price_for(LOGO, BAKERY, 5, Mode::MULTI)
order = ProjectCreate.new(
  title: 'A draft',
  description: 'A loaf and an anchor.',
  product: TitledIdentifier.new(gid: LOGO),
  organization: OrganizationIdentifier.new(gid: BAKERY),
  options: ProjectOptionsChoice.new(due: 5, mode: ProjectMode::MULTI),
  price: PriceApproval.new(amount: price.amount),
  state: 'draft'
)
projects = ProjectsApi.new(client)
_, status, headers = projects.create_project_with_http_info(order)
expect status == 201, status
gid = File.basename(headers['Location'])
projects.update_project(gid, ProjectUpdate.new(title: ARGV[0], state: 'published'))
project = projects.get_project(gid)
expect project.price.amount == price.amount && project.winner.nil?, project

begin
  projects.get_project(BAKERY)
  expect false, '404 was no error'
rescue ApiError => error
  expect error.code == 404, error
end

client.default_headers['Prefer'] = 'return=representation'
expect projects.create_project_with_http_info(order)[1] == 201, 'the order was no success'
puts gid
