"""Keeps the user and the application of the run's token: an admin who disables or deletes one ends the token."""

import os

import schemathesis

KEPT = os.environ["SCHEMATHESIS_KEPT"].split(",")
NOBODY = "019a0000-0000-7000-8000-00000000ffff"


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.method.upper() not in ("PUT", "DELETE") or not case.operation.path.startswith(("/v1/users/", "/v1/applications/")):
        return
    parameters = case.path_parameters
    if parameters and str(parameters.get("gid", "")).lower() in KEPT:
        parameters["gid"] = NOBODY
