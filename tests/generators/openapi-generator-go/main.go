// Signs in, reads a user, an organization and a project, and orders, by openapi-generator's Go client.
package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log"
	"os"
	"path"

	ordering "generators/openapi-generator-go/client"

	"golang.org/x/oauth2"
)

const (
	logo   = "019a0000-0000-7000-8000-0000000c0001"
	bakery = "019a0000-0000-7000-8000-0000000000a1"
)

func must[Value any](value Value, response any, err error) Value {
	if err != nil {
		log.Fatalf("%v: %+v", err, response)
	}
	return value
}

func main() {
	ctx := context.Background()
	// The address is that of the document.
	signIn := ordering.NewConfiguration()
	signIn.AddDefaultHeader("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("demo-app:demo-secret")))
	token := must(ordering.NewAPIClient(signIn).TokensAPI.IssueToken(ctx).
		GrantType("password").Username("user@example.com").Password("demo-password").Execute())

	client := ordering.NewAPIClient(ordering.NewConfiguration())
	source := oauth2.StaticTokenSource(&oauth2.Token{AccessToken: token.AccessToken})
	ctx = context.WithValue(ctx, ordering.ContextOAuth2, source)
	me := must(client.MeAPI.GetMe(ctx).Execute())
	user := must(client.UsersAPI.GetUser(ctx, me.Gid).Execute())
	organization := must(client.OrganizationsAPI.GetOrganization(ctx, bakery).Execute())
	if user.Email != "user@example.com" || organization.Name != "Harbour Bakery" {
		log.Fatal(user, organization)
	}

	price := must(client.PricesAPI.GetPriceFor(ctx).ProductGid(logo).OrganizationGid(bakery).
		OptionsDue(5).OptionsMode(ordering.MODE_MULTI).Execute())
	product := ordering.NewNullableTitledIdentifier(ordering.NewTitledIdentifier(logo))
	order := ordering.NewProjectCreate(os.Args[1], "A loaf and an anchor.", *product, "published")
	order.SetOrganization(*ordering.NewOrganizationIdentifier(bakery))
	order.SetOptions(*ordering.NewProjectOptionsChoice(5, ordering.PROJECTMODE_MULTI))
	order.SetPrice(*ordering.NewPriceApproval(price.Amount))
	created, err := client.ProjectsAPI.CreateProject(ctx).ProjectCreate(*order).Execute()
	if err != nil || created.StatusCode != 201 {
		log.Fatal(err, created)
	}
	gid := path.Base(created.Header.Get("Location"))
	project := must(client.ProjectsAPI.GetProject(ctx, gid).Execute())
	if ordered := project.Price.Get(); ordered == nil || ordered.Amount != price.Amount || project.Winner.IsSet() && project.Winner.Get() != nil {
		log.Fatalf("%+v", project)
	}

	_, _, err = client.ProjectsAPI.GetProject(ctx, bakery).Execute()
	var refused *ordering.GenericOpenAPIError
	if !errors.As(err, &refused) {
		log.Fatal("404 was no error: ", err)
	}
	if _, isError := refused.Model().(ordering.ErrorBody); !isError {
		log.Fatalf("404 came as %T", refused.Model())
	}
	fmt.Println(project.Gid)
}
