// Signs in, reads a user, an organization and a project, orders, and updates the order, by ogen's client.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"path"

	ordering "generators/ogen/client"
)

const (
	logo   = "019a0000-0000-7000-8000-0000000c0001"
	bakery = "019a0000-0000-7000-8000-0000000000a1"
)

// Every status has a type of its own.
func must[Wanted any](result any, err error) Wanted {
	wanted, isWanted := result.(Wanted)
	if !isWanted {
		log.Fatalf("%T came: %+v, %v", result, result, err)
	}
	return wanted
}

type token string

func (issued token) OAuth2(context.Context, ordering.OperationName) (ordering.OAuth2, error) {
	return ordering.OAuth2{Token: string(issued)}, nil
}

func prefer(_ context.Context, request *http.Request) error {
	request.Header.Set("Prefer", "return=representation")
	return nil
}

func main() {
	ctx := context.Background()
	anonymous := must[*ordering.Client](ordering.NewClient(os.Getenv("API"), token("")))
	issued := must[*ordering.TokenHeaders](anonymous.IssueToken(ctx, &ordering.TokenRequest{
		GrantType:    "password",
		ClientID:     ordering.NewOptString("demo-app"),
		ClientSecret: ordering.NewOptString("demo-secret"),
		Username:     ordering.NewOptString("user@example.com"),
		Password:     ordering.NewOptString("demo-password"),
	}))
	signedIn := token(issued.Response.AccessToken)
	client := must[*ordering.Client](ordering.NewClient(os.Getenv("API"), signedIn))

	me := must[*ordering.MeHeaders](client.GetMe(ctx, ordering.GetMeParams{}))
	user := must[*ordering.UserHeaders](client.GetUser(ctx, ordering.GetUserParams{Gid: string(me.Response.Gid)}))
	organization := must[*ordering.OrganizationHeaders](client.GetOrganization(ctx, ordering.GetOrganizationParams{Gid: bakery}))
	if user.Response.Email != "user@example.com" || organization.Response.Name != "Harbour Bakery" {
		log.Fatal(user, organization)
	}

	wanted := ordering.GetPriceForParams{ProductGid: logo, OrganizationGid: bakery, OptionsDue: 5, OptionsMode: "multi"}
	price := must[*ordering.PriceFor](client.GetPriceFor(ctx, wanted))
	order := ordering.ProjectCreate{
		Title:        "A draft",
		Description:  "A loaf and an anchor.",
		Product:      ordering.NewNilTitledIdentifier(ordering.TitledIdentifier{Gid: logo}),
		Organization: ordering.NewOptNilOrganizationIdentifier(ordering.OrganizationIdentifier{Gid: bakery}),
		Options:      ordering.NewOptNilProjectOptionsChoice(ordering.ProjectOptionsChoice{Due: 5, Mode: "multi"}),
		Price:        ordering.NewOptNilPriceApproval(ordering.PriceApproval{Amount: price.Amount}),
		State:        "draft",
	}
	created := must[*ordering.CreateProjectCreated](client.CreateProject(ctx, &order, ordering.CreateProjectParams{}))
	gid := path.Base(created.Location)
	update := ordering.ProjectUpdate{Title: ordering.NewOptString(os.Args[1]), State: ordering.NewOptProjectUpdateState("published")}
	must[*ordering.UpdateProjectNoContent](client.UpdateProject(ctx, &update, ordering.UpdateProjectParams{Gid: gid}))
	project := must[*ordering.ProjectHeaders](client.GetProject(ctx, ordering.GetProjectParams{Gid: gid})).Response
	if project.Price.Value.Amount != price.Amount || !project.Winner.Null {
		log.Fatalf("%+v", project)
	}

	must[*ordering.GetProjectNotFound](client.GetProject(ctx, ordering.GetProjectParams{Gid: bakery}))

	preferring := must[*ordering.Client](ordering.NewClient(os.Getenv("API"), signedIn, ordering.WithRequestEditor(prefer)))
	must[*ordering.CreateProjectCreated](preferring.CreateProject(ctx, &order, ordering.CreateProjectParams{}))
	fmt.Println(gid)
}
