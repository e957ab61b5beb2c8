"""Signs in, reads a user, an organization and a project, and orders, by openapi-generator's Python client."""

import base64
import sys

import partner_ordering as ordering

LOGO = "019a0000-0000-7000-8000-0000000c0001"
BAKERY = "019a0000-0000-7000-8000-0000000000a1"

# The address is that of the document.
configuration = ordering.Configuration()
client = ordering.ApiClient(configuration)

basic = base64.b64encode(b"demo-app:demo-secret").decode()
token = ordering.TokensApi(client).issue_token(
    "password", username="user@example.com", password="demo-password", _headers={"Authorization": f"Basic {basic}"}
)
configuration.access_token = token.access_token

me = ordering.MeApi(client).get_me()
user = ordering.UsersApi(client).get_user(me.gid)
assert user.email == "user@example.com", user
organization = ordering.OrganizationsApi(client).get_organization(BAKERY)
assert organization.name == "Harbour Bakery", organization

price = ordering.PricesApi(client).get_price_for(LOGO, BAKERY, 5, ordering.Mode.MULTI)
order = ordering.ProjectCreate(
    title=sys.argv[1],
    description="A loaf and an anchor.",
    product=ordering.TitledIdentifier(gid=LOGO),
    organization=ordering.OrganizationIdentifier(gid=BAKERY),
    options=ordering.ProjectOptionsChoice(due=5, mode=ordering.ProjectMode.MULTI),
    price=ordering.PriceApproval(amount=price.amount),
    state="published",
)
projects = ordering.ProjectsApi(client)
created = projects.create_project_with_http_info(order)
assert created.status_code == 201, created
project = projects.get_project(created.headers["location"].rsplit("/", 1)[-1])
assert project.price.amount == price.amount and project.winner is None, project

try:
    projects.get_project(BAKERY)
except ordering.ApiException as error:
    assert error.status == 404 and error.data.error, error
else:
    raise AssertionError("404 was no error")
print(project.gid)
