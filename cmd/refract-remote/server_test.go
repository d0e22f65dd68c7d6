package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	pb "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// A guarded server tells what it can do to those who know a word.
type guarded struct {
	pb.UnimplementedCapabilitiesServer
}

func (guarded) GetCapabilities(ctx context.Context, r *pb.GetCapabilitiesRequest) (*pb.ServerCapabilities, error) {
	if md, _ := metadata.FromIncomingContext(ctx); strings.Join(md.Get("authorization"), "") != "Bearer sesame" {
		return nil, status.Error(codes.Unauthenticated, "who are you?")
	}
	return &pb.ServerCapabilities{CacheCapabilities: &pb.CacheCapabilities{DigestFunctions: []pb.DigestFunction_Value{pb.DigestFunction_SHA256}}}, nil
}

// TestTLS: a certificate of one's own, and a header that lets one in.
func TestTLS(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true,
		BasicConstraintsValid: true, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	ca := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o666); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := grpc.NewServer(grpc.Creds(credentials.NewTLS(&tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}})))
	pb.RegisterCapabilitiesServer(g, guarded{})
	go g.Serve(l)
	defer g.Stop()
	address := "grpcs://" + l.Addr().String()
	word := map[string]string{"Authorization": "Bearer sesame"}
	for _, test := range []struct {
		name string
		h    hello
		want string
	}{
		{"all right", hello{Server: address, CA: ca, Headers: word}, ""},
		{"no header", hello{Server: address, CA: ca}, "who are you? (Unauthenticated)"},
		{"no CA", hello{Server: address, Headers: word}, "certificate"},
		{"not a CA", hello{Server: address, CA: "server_test.go"}, "there is no certificate in it"},
		{"no TLS", hello{Server: strings.Replace(address, "grpcs", "grpc", 1), Headers: word}, "Unavailable"},
		{"workers", hello{Server: address, CA: ca, Headers: word, Execute: true}, "it executes nothing"},
	} {
		s, err := dial(t.Context(), &test.h)
		if err == nil {
			s.close()
		}
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}
