"""Signs in, reads a user, an organization and a project, and orders, by openapi-python-client."""

import base64
import os
import sys

from client import AuthenticatedClient, Client
from client.api.me import get_me
from client.api.organizations import get_organization
from client.api.prices import get_price_for
from client.api.projects import create_project, get_project
from client.api.tokens import issue_token
from client.api.users import get_user
from client.models import (
    ErrorBody,
    Mode,
    OrganizationIdentifier,
    PriceApproval,
    ProjectCreate,
    ProjectCreateState,
    ProjectMode,
    ProjectOptionsChoice,
    TitledIdentifier,
    TokenRequest,
)

API = os.environ["API"]
LOGO = "019a0000-0000-7000-8000-0000000c0001"
BAKERY = "019a0000-0000-7000-8000-0000000000a1"

basic = base64.b64encode(b"demo-app:demo-secret").decode()
anonymous = Client(base_url=API, headers={"Authorization": f"Basic {basic}"})
form = TokenRequest(grant_type="password", username="user@example.com", password="demo-password")
token = issue_token.sync(client=anonymous, body=form)
client = AuthenticatedClient(base_url=API, token=token.access_token)

me = get_me.sync(client=client)
user = get_user.sync(me.gid, client=client)
assert user.email == "user@example.com", user
organization = get_organization.sync(BAKERY, client=client)
assert organization.name == "Harbour Bakery", organization

wanted = {"product_gid": LOGO, "organization_gid": BAKERY, "options_due": 5, "options_mode": Mode.MULTI}
price = get_price_for.sync(client=client, **wanted)
order = ProjectCreate(
    title=sys.argv[1],
    description="A loaf and an anchor.",
    product=TitledIdentifier(gid=LOGO),
    organization=OrganizationIdentifier(gid=BAKERY),
    options=ProjectOptionsChoice(due=5, mode=ProjectMode.MULTI),
    price=PriceApproval(amount=price.amount),
    state=ProjectCreateState.PUBLISHED,
)
created = create_project.sync_detailed(client=client, body=order)
assert created.status_code == 201, created
project = get_project.sync(created.headers["Location"].rsplit("/", 1)[-1], client=client)
assert project.price.amount == price.amount and project.winner is None, project

missing = get_project.sync(BAKERY, client=client)
assert isinstance(missing, ErrorBody), missing
print(project.gid)
