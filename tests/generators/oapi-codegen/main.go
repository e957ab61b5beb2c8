// Signs in, reads a user, an organization and a project, and orders, by oapi-codegen's client.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"path"

	ordering "generators/oapi-codegen/client"
)

const (
	logo   = "019a0000-0000-7000-8000-0000000c0001"
	bakery = "019a0000-0000-7000-8000-0000000000a1"
)

func must[Value any](value Value, err error) Value {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func pointer[Value any](value Value) *Value { return &value }

func newClient(authorize ordering.RequestEditorFn) *ordering.ClientWithResponses {
	return must(ordering.NewClientWithResponses(os.Getenv("API"), ordering.WithRequestEditorFn(authorize)))
}

func main() {
	ctx := context.Background()
	anonymous := newClient(func(_ context.Context, request *http.Request) error {
		request.SetBasicAuth("demo-app", "demo-secret")
		return nil
	})
	form := ordering.TokenRequest{GrantType: "password", Username: pointer("user@example.com"), Password: pointer("demo-password")}
	token := must(anonymous.IssueTokenWithFormdataBodyWithResponse(ctx, form)).JSON200
	client := newClient(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token.AccessToken)
		return nil
	})

	me := must(client.GetMeWithResponse(ctx, nil)).JSON200
	user := must(client.GetUserWithResponse(ctx, me.Gid, nil)).JSON200
	organization := must(client.GetOrganizationWithResponse(ctx, bakery, nil)).JSON200
	if user.Email != "user@example.com" || organization.Name != "Harbour Bakery" {
		log.Fatal(user, organization)
	}

	wanted := ordering.GetPriceForParams{ProductGid: logo, OrganizationGid: bakery, OptionsDue: 5, OptionsMode: "multi"}
	price := must(client.GetPriceForWithResponse(ctx, &wanted)).JSON200
	created := must(client.CreateProjectWithResponse(ctx, nil, ordering.ProjectCreate{
		Title:        os.Args[1],
		Description:  "A loaf and an anchor.",
		Product:      &ordering.TitledIdentifier{Gid: logo},
		Organization: &ordering.OrganizationIdentifier{Gid: bakery},
		Options:      &ordering.ProjectOptionsChoice{Due: 5, Mode: "multi"},
		Price:        &ordering.PriceApproval{Amount: price.Amount},
		State:        "published",
	}))
	if created.StatusCode() != 201 {
		log.Fatal(created.Status(), string(created.Body))
	}
	project := must(client.GetProjectWithResponse(ctx, path.Base(created.HTTPResponse.Header.Get("Location")), nil)).JSON200
	if project.Price.Amount != price.Amount || project.Winner != nil {
		log.Fatalf("%+v", project)
	}

	if missing := must(client.GetProjectWithResponse(ctx, bakery, nil)); missing.JSON404 == nil {
		log.Fatal("404 was no error: ", missing.Status())
	}
	fmt.Println(project.Gid)
}
